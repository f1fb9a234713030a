/**
 * What the end-to-end tests share: servers, workloads, probes. Servers come from packages by default, from URLs
 * ({@code -Dhandoff.servers.source.url=…}) or from containers ({@code -Dhandoff.servers.containers=true}) where asked
 * for.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.harness;
