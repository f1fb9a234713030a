package io.trellara.handoff.job.cli;

import io.trellara.handoff.Sources;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.proof.Proof;
import io.trellara.handoff.proof.RuleJudgement;
import io.trellara.handoff.proof.Signer;
import io.trellara.handoff.sink.JdbcTargetControl;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a run's evidence as a bundle, or judges such a bundle. */
@Command(
        name = "proof",
        mixinStandardHelpOptions = true,
        description = "Writes the run's evidence as a zip with digests, or with --check judges such a file, wherever it"
                + " comes from. The exit status is 0 where every rule holds and 4 where one does not.")
final class ProofCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(names = "--out", paramLabel = "FILE", description = "Where to (default: handoff-proof-RUN.zip).")
    private @Nullable Path out;

    @Option(
            names = "--sign",
            paramLabel = "KEYFILE",
            description = "Signs it with an Ed25519 private key, PEM in PKCS#8.")
    private @Nullable Path sign;

    @Option(
            names = "--with-keys",
            description = "Puts the bounds of chunks, which are key values, into it; else digests stand for them.")
    private boolean withKeys;

    @Option(names = "--check", paramLabel = "FILE", description = "Judges that bundle instead of writing one.")
    private @Nullable Path check;

    @Option(
            names = "--public-key",
            paramLabel = "FILE",
            description = "With --check: requires a signature by the owner of that Ed25519 public key, PEM.")
    private @Nullable Path publicKey;

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    private final Output output;

    ProofCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        Path judged = check;
        if (judged != null) {
            return say(judged, Proof.check(judged, Optional.ofNullable(publicKey)));
        }
        Optional<Signer> signer = Optional.ofNullable(sign).map(Signer::read);
        JobConfig job = config.read();
        RunKey run = job.source().run();
        Path file = Optional.ofNullable(out).orElse(Path.of("handoff-proof-" + run.runId() + ".zip"));
        try (JdbcEvidenceStore evidence = EvidenceDoor.open(job, "proof");
                JdbcTargetControl target = new JdbcTargetControl(job.sink())) {
            evidence.requireSchema();
            EvidenceDoor.require(evidence, run);
            Proof proof =
                    new Proof(job.source(), job.sink().connection(), Sources.of(job.source()), target, Handoff.VERSION);
            Proof.Written written = proof.write(file, evidence.rows(run), new Proof.Manner(withKeys, signer));
            written.notStated().forEach(what -> output.note("not stated: " + what));
            int status = say(file, written.judgements());
            output.note("wrote " + file + "; bounds of chunks: " + written.bounds());
            return status;
        }
    }

    private int say(Path file, List<RuleJudgement> judgements) {
        if (json) {
            output.line(ProofPage.json(file, judgements));
        } else {
            ProofPage.text(file, judgements).forEach(output::line);
        }
        return judgements.stream().allMatch(RuleJudgement::holds) ? 0 : 4;
    }
}
