package io.trellara.handoff.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresBinariesTest {
    @TempDir
    private Path cache;

    @Test
    void unpacksOnceHoweverManyThreadsAsk() throws Exception {
        PostgresBinaries binaries = new PostgresBinaries(cache, System.getProperty("os.arch"));
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<Path>> asked = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                asked.add(threads.submit(() -> binaries.folder(PostgresVersion.V17)));
            }
            Path first = asked.get(0).get(1, TimeUnit.MINUTES);
            assertThat(Files.isExecutable(first.resolve("bin/postgres"))).isTrue();
            for (Future<Path> other : asked) {
                assertThat(other.get(1, TimeUnit.MINUTES)).isEqualTo(first);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
