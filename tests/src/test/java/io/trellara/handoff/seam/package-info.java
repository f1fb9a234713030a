/**
 * The seam, end to end: the whole job between two servers, under writers. Equal rows at the end is the first claim;
 * that every change was written once is the second, where no crash happened on the way.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.seam;
