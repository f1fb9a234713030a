/** MySQL behind the dialect's door: servers, views, chunks and the binary log. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.dialect.mysql;
