package io.trellara.handoff.harness;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;

/**
 * The options of a cluster of processes, and of the jobs that are given to it. Ports are the system's choice, made
 * once: a JobManager that is started again is found where the one before was.
 *
 * @param folder of everything that the cluster writes
 * @param rpcPort of the JobManager
 * @param restPort of the JobManager
 * @param zookeeper where the JobManager keeps what its successor needs; empty for a cluster without such memory
 */
record ClusterSettings(Path folder, int rpcPort, int restPort, Optional<String> zookeeper) {
    static ClusterSettings choose(Path folder, Optional<String> zookeeper) throws IOException {
        try (ServerSocket rpc = new ServerSocket(0);
                ServerSocket rest = new ServerSocket(0)) {
            return new ClusterSettings(folder, rpc.getLocalPort(), rest.getLocalPort(), zookeeper);
        }
    }

    /** Where the checkpoints of all jobs are. */
    Path checkpoints() {
        return folder.resolve("checkpoints");
    }

    Path savepoints() {
        return folder.resolve("savepoints");
    }

    /** Writes the configuration folder of a JobManager. */
    Path jobManager(String name) throws IOException {
        return write(name, common());
    }

    /** Writes the configuration folder of a TaskManager with as many slots. */
    Path taskManager(String name, int slots) throws IOException {
        Map<String, String> options = common();
        options.put("taskmanager.host", "localhost");
        options.put("taskmanager.bind-host", "localhost");
        options.put("taskmanager.numberOfTaskSlots", Integer.toString(slots));
        options.put("taskmanager.cpu.cores", "1.0");
        options.put("taskmanager.memory.framework.heap.size", "64mb");
        options.put("taskmanager.memory.task.heap.size", "128mb");
        options.put("taskmanager.memory.framework.off-heap.size", "64mb");
        options.put("taskmanager.memory.task.off-heap.size", "32mb");
        options.put("taskmanager.memory.network.min", "32mb");
        options.put("taskmanager.memory.network.max", "32mb");
        options.put("taskmanager.memory.managed.size", "32mb");
        options.put("taskmanager.memory.jvm-metaspace.size", "128mb");
        options.put("taskmanager.memory.jvm-overhead.min", "32mb");
        options.put("taskmanager.memory.jvm-overhead.max", "32mb");
        return write(name, options);
    }

    /** What {@code flink run} has: where the cluster is, and the job's own options. */
    Configuration client() {
        Map<String, String> options = common();
        options.put("execution.target", "remote");
        options.put("execution.attached", "false");
        options.put("execution.runtime-mode", "STREAMING");
        options.put("execution.checkpointing.interval", "300ms");
        options.put("execution.checkpointing.mode", "EXACTLY_ONCE");
        options.put("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        options.put("pipeline.generic-types", "false");
        options.put("restart-strategy.type", "fixed-delay");
        options.put("restart-strategy.fixed-delay.attempts", "1000");
        options.put("restart-strategy.fixed-delay.delay", "500ms");
        return Configuration.fromMap(options);
    }

    private Map<String, String> common() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("jobmanager.rpc.address", "localhost");
        options.put("jobmanager.rpc.port", Integer.toString(rpcPort));
        options.put("jobmanager.bind-host", "localhost");
        options.put("rest.address", "localhost");
        options.put("rest.bind-address", "localhost");
        options.put("rest.port", Integer.toString(restPort));
        options.put("rest.bind-port", Integer.toString(restPort));
        options.put("io.tmp.dirs", folder.resolve("tmp").toString());
        // A dead process is known at once by its refused connections; a slow one is not taken for dead.
        options.put("heartbeat.interval", "500ms");
        options.put("heartbeat.timeout", "20s");
        options.put("heartbeat.rpc-failure-threshold", "2");
        options.put("cluster.registration.initial-timeout", "200ms");
        options.put("cluster.registration.error-delay", "500ms");
        options.put("cluster.registration.refused-registration-delay", "500ms");
        options.put("taskmanager.load-balance.mode", "SLOTS");
        options.put("state.backend.type", "rocksdb");
        options.put("execution.checkpointing.dir", checkpoints().toUri().toString());
        options.put("execution.checkpointing.num-retained", "3");
        zookeeper.ifPresent(address -> {
            options.put("high-availability.type", "zookeeper");
            options.put("high-availability.zookeeper.quorum", address);
            options.put(
                    "high-availability.storageDir", folder.resolve("ha").toUri().toString());
            options.put("high-availability.zookeeper.client.session-timeout", "4s");
        });
        return options;
    }

    private Path write(String name, Map<String, String> options) throws IOException {
        Path conf = Files.createDirectories(folder.resolve(name + ".conf"));
        String lines = options.entrySet().stream()
                .map(option -> option.getKey() + ": '" + option.getValue() + "'\n")
                .collect(Collectors.joining());
        Files.writeString(conf.resolve("config.yaml"), lines);
        Files.writeString(conf.resolve("log4j2.properties"), """
                rootLogger.level = INFO
                rootLogger.appenderRef.file.ref = file
                appender.file.type = File
                appender.file.name = file
                appender.file.fileName = %s
                appender.file.layout.type = PatternLayout
                appender.file.layout.pattern = %%d{HH:mm:ss.SSS} %%-5p %%c{1.} %%m%%n
                """.formatted(JavaProcess.log(folder, name)));
        return conf;
    }
}
