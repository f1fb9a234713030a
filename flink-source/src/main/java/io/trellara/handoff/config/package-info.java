/** The source's configuration: every key with its unit, default and description, and the validated records. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.config;
