package io.trellara.handoff.verify;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.evidence.EvidenceStore;
import java.util.function.LongSupplier;

/**
 * What a verification reaches.
 *
 * @param source the run's source
 * @param kind the source's
 * @param target where its rows are
 * @param control tells how far the target is; nothing is changed through it
 * @param evidence holds the plan, and gets the outcome
 * @param nanoTime a clock for limits and rates
 */
public record VerifyDoors(
        Dialect source,
        DatabaseKind kind,
        ConnectionConfig target,
        TargetControl control,
        EvidenceStore evidence,
        LongSupplier nanoTime) {}
