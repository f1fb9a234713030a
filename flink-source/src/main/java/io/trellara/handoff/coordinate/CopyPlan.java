package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The contract and the chunks, both made inside the first view. */
record CopyPlan(List<RelationSchema> schemas, Map<ChunkId, KeyRange> chunks) {

    /**
     * Makes the plan; blocks. Only where views are shared are the chunks cut in the view too; else it has served once
     * the contract is read, and nobody shall wait behind it for as long as the cutting takes (R12).
     */
    static CopyPlan in(ViewTicket view, Dialect dialect, long chunkRows, Runnable served) {
        List<RelationSchema> schemas = dialect.readSchemas(view);
        if (!dialect.sharesViews()) {
            served.run();
        }
        Map<ChunkId, KeyRange> chunks = new LinkedHashMap<>();
        for (RelationSchema schema : schemas) {
            int number = 0;
            List<KeyRange> ranges = dialect.sharesViews()
                    ? dialect.planChunks(view, schema, chunkRows)
                    : dialect.planChunks(schema, chunkRows);
            for (KeyRange range : ranges) {
                chunks.put(new ChunkId(schema.relation(), number++), range);
            }
        }
        return new CopyPlan(schemas, chunks);
    }

    /** The members of wave 0. */
    Set<ChunkId> firstWave(long most) {
        Map<Relation, RelationSchema> byName = new LinkedHashMap<>();
        schemas.forEach(schema -> byName.put(schema.relation(), schema));
        List<ChunkRecord> records = new ArrayList<>();
        chunks.forEach((id, range) -> records.add(ChunkRecord.planned(id, range)));
        return WaveMembers.of(records, byName, most);
    }
}
