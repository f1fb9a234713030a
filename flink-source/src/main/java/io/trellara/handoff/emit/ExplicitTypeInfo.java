package io.trellara.handoff.emit;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** A type with one serializer of our own. */
final class ExplicitTypeInfo<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1;

    private final Class<T> type;
    private final TypeSerializer<T> serializer;

    ExplicitTypeInfo(Class<T> type, TypeSerializer<T> serializer) {
        this.type = type;
        this.serializer = serializer;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<T> getTypeClass() {
        return type;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer.duplicate();
    }

    @Override
    public boolean canEqual(@Nullable Object other) {
        return other instanceof ExplicitTypeInfo;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExplicitTypeInfo<?> that && that.type == type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }
}
