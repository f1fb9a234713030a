/** The job, its command line and its jar, end to end on real servers. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.job;
