package io.trellara.handoff.demo;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Does the same on both sides at the same time. */
final class BothSides {
    private BothSides() {}

    /** What one side is asked. */
    interface Question<T> {
        T answer() throws SQLException;
    }

    /** What both have answered. */
    record Pair<T>(T source, T target) {}

    static <T> Pair<T> of(Question<T> source, Question<T> target) throws SQLException {
        CompletableFuture<T> later = CompletableFuture.supplyAsync(() -> answered(target));
        T first = source.answer();
        try {
            return new Pair<>(first, later.join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static <T> T answered(Question<T> question) {
        try {
            return question.answer();
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }
}
