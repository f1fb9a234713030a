package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceSchema;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.sink.JdbcTargetControl;
import io.trellara.handoff.sink.TargetServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** What a bundle says beside the rows. A server that does not answer is not stated, and that is said. */
final class ProofFacts {
    private final List<String> notStated = new ArrayList<>();

    /** What a bundle is made of beside rows. */
    record Gathered(ObjectNode facts, List<String> texts, List<String> notStated) {}

    /** Asks source and target. */
    static Gathered gather(
            SourceConfig config, ConnectionConfig targetPlace, Dialect dialect, JdbcTargetControl target, Words words) {
        ProofFacts facts = new ProofFacts();
        ObjectNode root = Json.object();
        root.put("run", config.run().toString());
        root.put("key_bounds", words.bounds().name());
        root.put("evidence_version", EvidenceSchema.EVIDENCE_VERSION);
        ObjectNode versions = root.putObject("versions");
        versions.put("handoff", words.product());
        versions.put("java", Runtime.version().toString());
        versions.put("flink_of_the_launcher", EnvironmentInformation.getVersion());
        Optional<Identity> source = facts.ask("the source's server", dialect::identity);
        facts.server(
                root.putObject("source"),
                config.connection(),
                source.map(Identity::text),
                source.map(identity -> String.valueOf(identity.serverVersion())));
        Optional<TargetServer> server = facts.ask("the target's server", target::server);
        facts.server(
                root.putObject("target"),
                targetPlace,
                server.map(TargetServer::identity),
                server.map(TargetServer::version));
        root.putObject("evidence").put("url", plain(config.evidence()));
        List<String> texts =
                facts.ask("the contracts' texts", dialect::contractTexts).orElse(List.of());
        var array = root.putArray("not_stated");
        facts.notStated.forEach(array::add);
        return new Gathered(root, texts, List.copyOf(facts.notStated));
    }

    /** What the caller knows. */
    record Words(String product, KeyBounds bounds) {}

    private void server(ObjectNode node, ConnectionConfig place, Optional<String> identity, Optional<String> version) {
        node.put("kind", place.kind().text());
        node.put("url", plain(place));
        node.put("identity", identity.orElse(null));
        node.put("server_version", version.orElse(null));
    }

    /** A URL without its parameters: some name files and passwords. */
    private static String plain(ConnectionConfig place) {
        int parameters = place.url().indexOf('?');
        return parameters < 0 ? place.url() : place.url().substring(0, parameters);
    }

    private <T> Optional<T> ask(String what, Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (HandoffException unanswered) {
            notStated.add(what + ": " + unanswered.code().label());
            return Optional.empty();
        }
    }
}
