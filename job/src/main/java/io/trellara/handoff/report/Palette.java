package io.trellara.handoff.report;

import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.model.Relation;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Colours of relations: the seven largest have one of their own, all others share the last. Pure. */
final class Palette {
    /** The colours that a page has; they can be told apart by everybody. */
    static final int SIZE = 8;

    private final Map<Relation, Integer> colours = new LinkedHashMap<>();

    Palette(List<RelationRecord> relations) {
        relations.stream()
                .sorted(Comparator.comparingLong(RelationRecord::bytesCopied)
                        .reversed()
                        .thenComparing(relation -> relation.relation().toString()))
                .limit(SIZE - 1L)
                .forEach(relation -> colours.putIfAbsent(relation.relation(), colours.size()));
    }

    int of(Relation relation) {
        return colours.getOrDefault(relation, SIZE - 1);
    }

    boolean shared(int colour) {
        return colour == SIZE - 1;
    }

    /** A square of a relation's colour. */
    Markup swatch(Relation relation) {
        return swatch(of(relation));
    }

    static Markup swatch(int colour) {
        return new Markup().element("span", "", "class", "swatch b" + colour);
    }
}
