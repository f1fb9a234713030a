package io.trellara.handoff.emit;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/** What every serializer of values that are never written to has in common: no copies. */
abstract class ImmutableTypeSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    @SuppressWarnings("NullAway") // Flink's contract: null where no empty instance exists
    public @Nullable T createInstance() {
        return null;
    }

    @Override
    public T copy(T from) {
        return from;
    }

    @Override
    public T copy(T from, T reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public T deserialize(T reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    @SuppressWarnings("EqualsGetClass") // serializers without settings are equal exactly when their class is
    public boolean equals(@Nullable Object other) {
        return other != null && other.getClass() == getClass();
    }

    @Override
    public int hashCode() {
        return getClass().hashCode();
    }
}
