package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.proof.ProofRule.Found;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules over runs within a run and the requests that led to them. Pure. */
final class ChildRules {
    private ChildRules() {}

    static List<ProofRule> all() {
        return List.of(
                new ProofRule(
                        "one-source",
                        "Run and runs within it have one source, one slot and one schedule, which never change (R8).",
                        ChildRules::oneSource),
                new ProofRule(
                        "child-beyond-parent",
                        "A run within a run is under its parent's fence, and its boundary covers the parent's (R1, R6).",
                        ChildRules::beyondParent),
                new ProofRule(
                        "child-requested",
                        "Each run within a run answers one request, of its kind and for its relation, and a request that"
                                + " is done has led to a run that is ready.",
                        ChildRules::requested));
    }

    private static void oneSource(ProofEvidence evidence, Found found) {
        RunRecord own = evidence.own().run();
        for (RunEvidence child : evidence.children()) {
            RunRecord run = child.run();
            found.require(
                    run.slotName().isEmpty() || run.slotName().equals(own.slotName()),
                    child.row(),
                    "slot " + run.slotName().orElse(""),
                    "the parent's, " + own.slotName().orElse("none"));
            found.require(
                    run.schedule().equals(own.schedule()),
                    child.row(),
                    "schedule " + run.schedule(),
                    "the parent's, " + own.schedule());
            found.require(
                    sameSource(run.sourceIdentity(), own.sourceIdentity()),
                    child.row(),
                    "source " + run.sourceIdentity().orElse("-"),
                    "the parent's, or an earlier timeline of it, "
                            + own.sourceIdentity().orElse("-"));
        }
    }

    private static boolean sameSource(Optional<String> child, Optional<String> parent) {
        if (child.isEmpty() || child.equals(parent)) {
            return true;
        }
        try {
            return parent.isPresent() && Identity.parse(parent.get()).isLaterTimelineOf(Identity.parse(child.get()));
        } catch (IllegalArgumentException noSource) {
            return false;
        }
    }

    private static void beyondParent(ProofEvidence evidence, Found found) {
        RunRecord own = evidence.own().run();
        for (RunEvidence child : evidence.children()) {
            RunRecord run = child.run();
            found.require(
                    run.fence() <= own.fence(),
                    child.row(),
                    "fence " + run.fence(),
                    "the parent's or an older one, " + own.fence());
            boolean covered = run.consistentLsn().isEmpty()
                    || own.consistentLsn()
                            .filter(boundary ->
                                    BoundaryRules.covers(run.consistentLsn().get(), boundary))
                            .isPresent();
            found.require(
                    covered,
                    child.row(),
                    "boundary " + run.consistentLsn().map(Object::toString).orElse("-"),
                    "one that covers the parent's");
        }
    }

    private static void requested(ProofEvidence evidence, Found found) {
        for (RunEvidence child : evidence.children()) {
            List<ControlRecord> led = evidence.own().controls().stream()
                    .map(Named::value)
                    .filter(control ->
                            control.child().equals(Optional.of(child.run().run())))
                    .toList();
            Set<Relation> relations = child.relations().stream()
                    .map(relation -> relation.value().relation())
                    .collect(Collectors.toSet());
            boolean fits = led.size() == 1
                    && kind(led.get(0).request().kind())
                            .equals(child.row().value().kind())
                    && (relations.isEmpty()
                            || led.get(0).request().relation().map(Set::of).equals(Optional.of(relations)));
            found.require(
                    fits,
                    child.row(),
                    led.size() + " requests led to it, or of another kind or relation",
                    "one of kind " + child.row().value().kind());
        }
        for (Named<ControlRecord> control : evidence.own().controls()) {
            answered(evidence, control, found);
        }
    }

    private static void answered(ProofEvidence evidence, Named<ControlRecord> named, Found found) {
        ControlRecord control = named.value();
        found.require(
                (control.state() == ControlState.REFUSED) == control.code().isPresent()
                        && (control.state() != ControlState.REFUSED
                                || control.reason().isPresent()),
                named,
                control.state().text() + " with code " + control.code().orElse("none"),
                "code and reason of a refusal, and of nothing else");
        if (control.child().isEmpty()) {
            return;
        }
        RunKey key = control.child().get();
        Optional<RunEvidence> child = evidence.children().stream()
                .filter(run -> run.run().run().equals(key))
                .findFirst();
        found.require(child.isPresent(), named, "a run " + key + " that is not here", "its rows");
        boolean ready = child.filter(
                        run -> run.firstMoveTo(RunState.STREAM_HANDOFF_READY).isPresent())
                .isPresent();
        found.require(
                control.state() != ControlState.DONE || ready,
                named,
                "done, by a run that was never ready",
                "a run that is ready");
    }

    private static String kind(ControlKind kind) {
        return switch (kind) {
            case RECOPY -> "recopy";
            case REFRESH -> "refreshed";
            case ADD -> "added";
            case REMOVE, PAUSE, RESUME_COPY, TUNE -> "";
        };
    }
}
