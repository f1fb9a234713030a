package io.trellara.handoff.job.cli;

import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * An operator's acceptance of what relations look like now: asks for every relation that differs from the run's
 * contract, and for those named, to be copied again at the job's next start.
 */
final class SchemaRefresh {
    private final EvidenceStore evidence;
    private final Dialect dialect;
    private final RunKey run;
    private final List<Relation> configured;
    private final Output output;

    SchemaRefresh(EvidenceStore evidence, Dialect dialect, RunKey run, List<Relation> configured, Output output) {
        this.evidence = evidence;
        this.dialect = dialect;
        this.run = run;
        this.configured = List.copyOf(configured);
        this.output = output;
    }

    /**
     * Leaves the requests; nothing where the source's relations are not fit to be copied.
     *
     * @param named relations to copy again whether or not they differ
     */
    void ask(Set<Relation> named) {
        Map<Relation, RelationSchema> contract =
                new LinkedHashMap<>(RunPlan.read(evidence, run).schemas());
        contract.keySet().retainAll(configured);
        requireCarried(named, contract.keySet());
        if (contract.isEmpty()) {
            output.line("run " + run + " has no contract yet: its plan takes the relations as they are");
            return;
        }
        Map<Relation, String> wanted = new LinkedHashMap<>();
        named.forEach(relation -> wanted.put(relation, "named by --relation"));
        for (Finding finding : dialect.checkContract(List.copyOf(contract.values()))) {
            contract.keySet().stream()
                    .filter(relation -> relation.toString().equals(finding.object()))
                    .forEach(relation -> wanted.put(relation, finding.observed()));
        }
        if (wanted.isEmpty()) {
            output.line("every relation is as the run's contract says; nothing is copied again");
            return;
        }
        dialect.presentSchemas(); // says what keeps a relation from being copied as it is now
        Set<Relation> asked = asked();
        wanted.forEach((relation, why) -> leave(relation, why, asked.contains(relation)));
    }

    private void leave(Relation relation, String why, boolean asked) {
        output.line("relation " + relation + ": " + why);
        if (asked) {
            output.line("  was asked for before");
        } else {
            long id = evidence.request(ControlRequest.of(run, ControlKind.REFRESH, relation, Requests.user()));
            output.line(
                    "  request " + id + ": when the job starts, its rows at the target are deleted, and it is copied"
                            + " again as it is now");
        }
    }

    private Set<Relation> asked() {
        return evidence.requested(run).stream()
                .map(ControlRecord::request)
                .filter(request -> request.kind() == ControlKind.REFRESH)
                .map(ControlRequest::relation)
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void requireCarried(Set<Relation> named, Set<Relation> carried) {
        Set<Relation> unknown = new LinkedHashSet<>(named);
        unknown.removeAll(carried);
        if (!unknown.isEmpty()) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "--relation " + unknown,
                    "no relation of the run",
                    "one of " + carried,
                    "name it as schema.table"));
        }
    }
}
