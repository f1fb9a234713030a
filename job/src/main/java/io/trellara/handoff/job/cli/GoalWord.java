package io.trellara.handoff.job.cli;

import io.trellara.handoff.job.local.Goal;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Writes goals in kebab case. */
final class GoalWord implements ITypeConverter<Goal>, Iterable<String> {
    private static final List<Goal> GOALS =
            Arrays.stream(Goal.values()).filter(goal -> goal != Goal.NONE).toList();

    @Override
    public Goal convert(String word) {
        return GOALS.stream()
                .filter(goal -> word(goal).equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("expected one of "
                        + String.join(", ", GOALS.stream().map(GoalWord::word).toList())));
    }

    @Override
    public Iterator<String> iterator() {
        return GOALS.stream().map(GoalWord::word).iterator();
    }

    private static String word(Goal goal) {
        return goal.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
