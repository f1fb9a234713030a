package io.trellara.handoff.report;

import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The nine states, when each was reached, and every way back. Pure. */
final class StateSection {
    private StateSection() {}

    static Section of(RunRecord run, List<Transition> transitions) {
        Markup body = new Markup();
        body.add(rail(run, transitions));
        boolean straight = transitions.stream().noneMatch(StateSection::notable);
        if (!straight) {
            body.element("h3", "Failures and ways back");
            body.add(backs(transitions));
        }
        return new Section("states", "States", body);
    }

    private static Markup rail(RunRecord run, List<Transition> transitions) {
        Map<RunState, Instant> reached = reached(run, transitions);
        Markup out = new Markup().open("ol", "class", "rail");
        Optional<Instant> before = Optional.empty();
        List<RunState> shown = Stream.of(RunState.values())
                .filter(state -> state != RunState.FAILED_RECOVERABLE || run.state() == state)
                .toList();
        for (RunState state : shown) {
            Optional<Instant> at = Optional.ofNullable(reached.get(state));
            out.open("li", "class", tone(state, run.state(), at.isPresent()));
            out.element("span", "", "class", "dot");
            out.element("span", state.text().replace('_', ' '), "class", "name");
            out.element("span", Amounts.moment(at), "class", "when");
            out.element("span", since(before, at), "class", "took");
            out.close();
            before = at;
        }
        return out.close();
    }

    /** The last time counts: what came before a way back was undone by it. */
    private static Map<RunState, Instant> reached(RunRecord run, List<Transition> transitions) {
        Map<RunState, Instant> reached = new EnumMap<>(RunState.class);
        reached.put(RunState.PLANNED, run.startedAt());
        for (Transition transition : transitions) {
            if (transition.from() != transition.to()) {
                reached.put(transition.to(), transition.at());
            }
        }
        return reached;
    }

    private static String tone(RunState state, RunState now, boolean reached) {
        if (state == RunState.FAILED_RECOVERABLE) {
            return "failed now";
        }
        return (reached ? "reached" : "ahead") + (state == now ? " now" : "");
    }

    private static String since(Optional<Instant> before, Optional<Instant> at) {
        if (before.isEmpty() || at.isEmpty() || at.get().isBefore(before.get())) {
            return "";
        }
        return "+" + Amounts.duration(Duration.between(before.get(), at.get()));
    }

    /** Failures, resumptions, and whatever else left a reason; that of a verification is on the way. */
    private static boolean notable(Transition transition) {
        return transition.to() == RunState.FAILED_RECOVERABLE
                || transition.to().compareTo(transition.from()) <= 0
                || (transition.reason().isPresent() && transition.to() != RunState.VERIFIED);
    }

    private static Markup backs(List<Transition> transitions) {
        Table table = new Table("At (UTC)", "From", "To", "Code", "Reason");
        transitions.stream()
                .filter(StateSection::notable)
                .forEach(transition -> table.row(
                        Table.cell(Amounts.moment(transition.at())),
                        Table.cell(transition.from().text()),
                        Table.pill(
                                transition.to().text(),
                                transition.to() == RunState.FAILED_RECOVERABLE ? "bad" : "plain"),
                        Table.cell(transition.code().orElse("")),
                        Table.cell(transition.reason().orElse(""))));
        return table.markup();
    }
}
