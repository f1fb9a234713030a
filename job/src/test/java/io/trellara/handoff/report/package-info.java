/** Tests of the report's page. */
package io.trellara.handoff.report;
