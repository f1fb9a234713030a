package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.PostgresVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A server in a container; its classes are loaded only where containers were asked for. */
final class ContainerServer {
    private static final int PORT = 5432;

    private ContainerServer() {}

    static TestServer start(PostgresVersion version, Map<String, String> settings) {
        String password = UUID.randomUUID().toString();
        GenericContainer<?> container = new GenericContainer<>(
                DockerImageName.parse(System.getProperty("handoff.servers.image", "postgres") + ":" + version.major()));
        container
                .withEnv("POSTGRES_PASSWORD", password)
                .withExposedPorts(PORT)
                .withCommand(command(settings))
                .waitingFor(Wait.forLogMessage(".*ready to accept connections.*\\s", 2));
        container.start();
        String url = "jdbc:postgresql://" + container.getHost() + ":" + container.getMappedPort(PORT) + "/postgres";
        return new TestServer(new ConnectionConfig(url, "postgres", password), null, container::stop);
    }

    private static String[] command(Map<String, String> settings) {
        List<String> words = new ArrayList<>(List.of("postgres", "-c", "wal_level=logical"));
        words.addAll(List.of("-c", "max_wal_senders=24", "-c", "max_replication_slots=24"));
        words.addAll(List.of("-c", "max_prepared_transactions=10"));
        settings.forEach((name, value) -> words.addAll(List.of("-c", name + "=" + value)));
        return words.toArray(String[]::new);
    }
}
