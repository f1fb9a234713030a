package io.trellara.handoff.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class LogFileTest {
    @Test
    void theDriverTellsTheConsoleNothing() {
        Kept console = new Kept();
        Logger root = Logger.getLogger("");
        root.addHandler(console);
        try {
            LogFile.prepare();
            Logger.getLogger("org.postgresql.core.ConnectionFactory").warning("a broken connection");
            Logger.getLogger("io.example").warning("something else");
            assertThat(console.messages).containsExactly("something else");
        } finally {
            root.removeHandler(console);
        }
    }

    /** Stands for the platform's console handler. */
    private static final class Kept extends Handler {
        private final List<String> messages = new ArrayList<>();

        @Override
        public void publish(LogRecord record) {
            messages.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
