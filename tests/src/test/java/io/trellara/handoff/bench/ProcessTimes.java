package io.trellara.handoff.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** CPU seconds and memory of a process, as the kernel counts them. */
final class ProcessTimes {
    /** Fixed by the kernel's interface on every Linux that Java runs on. */
    private static final double TICKS_PER_SECOND = 100;

    /** Fields of {@code /proc/PID/stat} behind the name: user, system, and both of children waited for. */
    private static final int FIRST = 11, LAST = 14;

    private ProcessTimes() {}

    /** Of a process, its present descendants, and those that have ended. */
    static double cpuSeconds(long pid) {
        return ProcessHandle.of(pid)
                .map(root -> Stream.concat(Stream.of(root), root.descendants())
                        .mapToDouble(process -> ticks(process.pid()))
                        .sum())
                .map(ticks -> ticks / TICKS_PER_SECOND)
                .orElse(0.0);
    }

    /** Most memory that the process has ever held, in megabytes. */
    static double peakMegabytes(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .sum();
        } catch (IOException gone) {
            return 0;
        }
    }

    /** CPU seconds of a process's living threads by name, digits left out. */
    static Map<String, Double> threads(long pid) {
        Map<String, Double> seconds = new TreeMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            for (Path task : tasks.toList()) {
                String name = Files.readString(task.resolve("comm"))
                        .strip()
                        .replaceAll("[0-9#/()]+", "")
                        .strip();
                seconds.merge(name, ticks(task.resolve("stat"), LAST - 2) / TICKS_PER_SECOND, Double::sum);
            }
        } catch (IOException gone) {
            return seconds;
        }
        return seconds;
    }

    /** What the busiest threads have used since, in words. */
    static String busiest(Map<String, Double> before, Map<String, Double> after) {
        return after.entrySet().stream()
                .map(e -> Map.entry(e.getKey(), e.getValue() - before.getOrDefault(e.getKey(), 0.0)))
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(8)
                .map(e -> String.format(Locale.ROOT, "%s %.2f", e.getKey(), e.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Seconds that the machine's processors had nothing to do, in all, since its start. */
    static double idleSeconds() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
            List<String> fields = List.of(lines.findFirst().orElseThrow().split(" +"));
            return (Long.parseLong(fields.get(4)) + Long.parseLong(fields.get(5))) / TICKS_PER_SECOND;
        } catch (IOException gone) {
            return 0;
        }
    }

    private static long ticks(long pid) {
        return ticks(Path.of("/proc/" + pid + "/stat"), LAST);
    }

    private static long ticks(Path file, int last) {
        try {
            String stat = Files.readString(file);
            List<String> fields =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
            return fields.subList(FIRST, last + 1).stream()
                    .mapToLong(Long::parseLong)
                    .sum();
        } catch (IOException gone) {
            return 0;
        }
    }
}
