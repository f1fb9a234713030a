@org.jspecify.annotations.NullMarked
package io.trellara.handoff.demo;
