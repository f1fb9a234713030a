package io.trellara.handoff.proof;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.evidence.EvidenceRow;
import io.trellara.handoff.evidence.EvidenceTable;
import io.trellara.handoff.sink.JdbcTargetControl;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes proof bundles and judges them. */
public final class Proof {
    private final SourceConfig config;
    private final ConnectionConfig targetPlace;
    private final Dialect dialect;
    private final JdbcTargetControl target;
    private final String product;

    /** @param product this program's version */
    public Proof(
            SourceConfig config,
            ConnectionConfig targetPlace,
            Dialect dialect,
            JdbcTargetControl target,
            String product) {
        this.config = config;
        this.targetPlace = targetPlace;
        this.dialect = dialect;
        this.target = target;
        this.product = product;
    }

    /**
     * What was written.
     *
     * @param judgements of the file, read back
     * @param bounds how it shows the bounds of chunks
     * @param notStated what could not be asked
     */
    public record Written(List<RuleJudgement> judgements, String bounds, List<String> notStated) {
        public Written {
            judgements = List.copyOf(judgements);
            notStated = List.copyOf(notStated);
        }
    }

    /**
     * How a bundle is made.
     *
     * @param withKeys whether the bounds of chunks, which are key values, are in it as they are
     */
    public record Manner(boolean withKeys, Optional<Signer> signer) {}

    /** Writes the bundle, reads it back and judges it. */
    public Written write(Path file, Map<EvidenceTable, List<EvidenceRow>> rows, Manner manner) {
        KeyBounds bounds = bounds(manner);
        ProofFacts.Gathered gathered =
                ProofFacts.gather(config, targetPlace, dialect, target, new ProofFacts.Words(product, bounds));
        List<ProofRow> lines = new RowJson(bounds).of(rows, false);
        BundleZip.write(file, ProofBundle.of(lines, gathered.facts(), gathered.texts(), manner.signer()));
        return new Written(check(file, Optional.empty()), bounds.name(), gathered.notStated());
    }

    private KeyBounds bounds(Manner manner) {
        if (manner.withKeys()) {
            return new KeyBounds.Shown();
        }
        String run = config.run().toString();
        return manner.signer()
                .<KeyBounds>map(signer -> new KeyBounds.Keyed(run, signer.secret()))
                .orElse(new KeyBounds.Digested(run));
    }

    /**
     * Judges a bundle.
     *
     * @param signer file of the public key of the only one that may have signed it
     */
    public static List<RuleJudgement> check(Path file, Optional<Path> signer) {
        return BundleCheck.judge(BundleZip.read(file), signer.map(SignatureCheck::required));
    }
}
