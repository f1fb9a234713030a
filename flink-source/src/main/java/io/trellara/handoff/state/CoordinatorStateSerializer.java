package io.trellara.handoff.state;

import io.trellara.handoff.model.RunKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The coordinator's state in a checkpoint. */
public final class CoordinatorStateSerializer implements SimpleVersionedSerializer<CoordinatorState> {
    /** The one version so far. */
    public static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(CoordinatorState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF(state.run().sourceId());
        out.writeUTF(state.run().datasetId());
        out.writeUTF(state.run().runId());
        out.writeLong(state.fence());
        return bytes.toByteArray();
    }

    @Override
    public CoordinatorState deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "coordinator state of version " + version + "; this program reads version " + VERSION);
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        return new CoordinatorState(new RunKey(in.readUTF(), in.readUTF(), in.readUTF()), in.readLong());
    }
}
