package dev.mosaic.invoke.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.serializer.ImmutableSerializer;
import org.apache.fory.serializer.Serializer;

/**
 * Values of the JDK of which Fory's own serializers keep less than all: it gives a {@code ZonedDateTime} in the hour that is repeated the first
 * of its two offsets, and refuses numbers of more than 10,000 bytes or digits after the point. Bytes that name more bytes than are there fail
 * before anything is made of them.
 *
 * @param <T> the class
 */
final class ExactSerializer<T> extends ImmutableSerializer<T> {
    private final BiConsumer<WriteContext, T> writer;
    private final Function<ReadContext, T> reader;

    private ExactSerializer(
            Config config, Class<T> type, BiConsumer<WriteContext, T> writer, Function<ReadContext, T> reader) {
        super(config, type);
        this.writer = writer;
        this.reader = reader;
    }

    static Serializer<BigInteger> integers(Config config) {
        return new ExactSerializer<>(
                config, BigInteger.class, ExactSerializer::integer, context -> integer(context.getBuffer()));
    }

    static Serializer<BigDecimal> decimals(Config config) {
        return new ExactSerializer<>(
                config,
                BigDecimal.class,
                (context, value) -> {
                    context.getBuffer().writeVarInt32(value.scale());
                    integer(context, value.unscaledValue());
                },
                context -> {
                    int scale = context.getBuffer().readVarInt32();
                    return new BigDecimal(integer(context.getBuffer()), scale);
                });
    }

    /** The instant says which of two offsets it is. */
    static Serializer<ZonedDateTime> zoned(Config config) {
        return new ExactSerializer<>(
                config,
                ZonedDateTime.class,
                (context, value) -> {
                    context.getBuffer().writeInt64(value.toEpochSecond());
                    context.getBuffer().writeInt32(value.getNano());
                    context.writeString(value.getZone().getId());
                },
                context -> {
                    long second = context.getBuffer().readInt64();
                    int nano = context.getBuffer().readInt32();
                    return ZonedDateTime.ofInstant(
                            Instant.ofEpochSecond(second, nano), ZoneId.of(context.readString()));
                });
    }

    private static void integer(WriteContext context, BigInteger value) {
        byte[] bytes = value.toByteArray();
        context.getBuffer().writeVarUInt32(bytes.length);
        context.getBuffer().writeBytes(bytes);
    }

    private static BigInteger integer(MemoryBuffer buffer) {
        int size = buffer.readVarUInt32();
        buffer.checkReadableBytes(size);
        return new BigInteger(buffer.readBytes(size));
    }

    @Override
    public void write(WriteContext context, T value) {
        writer.accept(context, value);
    }

    @Override
    public T read(ReadContext context) {
        return reader.apply(context);
    }
}
