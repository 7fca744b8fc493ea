package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.SerializationException;
import dev.mosaic.message.Payload;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FastPathTest {
    private final Codecs codecs = new Codecs();

    @Test
    void shouldGivePrimitivesBack() {
        Payload payload = codecs.codec
                .encoder()
                .booleanValue(true)
                .byteValue((byte) -3)
                .shortValue((short) -4)
                .charValue('\uffff')
                .intValue(Integer.MIN_VALUE)
                .longValue(Long.MIN_VALUE + 1)
                .floatValue(-0f)
                .doubleValue(Double.MIN_VALUE)
                .finish();
        Decoder in = codecs.codec.decoder(payload, List.of());
        assertThat(in.booleanValue()).isTrue();
        assertThat(in.byteValue()).isEqualTo((byte) -3);
        assertThat(in.shortValue()).isEqualTo((short) -4);
        assertThat(in.charValue()).isEqualTo('\uffff');
        assertThat(in.intValue()).isEqualTo(Integer.MIN_VALUE);
        assertThat(in.longValue()).isEqualTo(Long.MIN_VALUE + 1);
        assertThat(Float.floatToRawIntBits(in.floatValue())).isEqualTo(Float.floatToRawIntBits(-0f));
        assertThat(in.doubleValue()).isEqualTo(Double.MIN_VALUE);
        assertThat(in.hasMore()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 511, 512, 4095, 4096, 4097, 100_000})
    void shouldGiveArraysBackWhateverTheirSize(int size) {
        boolean[] booleans = new boolean[size];
        byte[] bytes = new byte[size];
        short[] shorts = new short[size];
        char[] chars = new char[size];
        int[] ints = new int[size];
        long[] longs = new long[size];
        float[] floats = new float[size];
        double[] doubles = new double[size];
        for (int i = 0; i < size; i++) {
            booleans[i] = i % 3 == 0;
            bytes[i] = (byte) i;
            shorts[i] = (short) (i * 7);
            chars[i] = (char) (i * 31);
            ints[i] = i * 65_537;
            longs[i] = i * 0x1_0000_0001L;
            floats[i] = i / 3f;
            doubles[i] = i / 3d;
        }
        Decoder in = codecs.decoder(booleans, bytes, shorts, chars, ints, longs, floats, doubles);
        assertThat(in.booleans()).isEqualTo(booleans);
        assertThat(in.bytes()).isEqualTo(bytes);
        assertThat(in.shorts()).isEqualTo(shorts);
        assertThat(in.chars()).isEqualTo(chars);
        assertThat(in.ints()).isEqualTo(ints);
        assertThat(in.longs()).isEqualTo(longs);
        assertThat(in.floats()).isEqualTo(floats);
        assertThat(in.doubles()).isEqualTo(doubles);
        assertThat(in.hasMore()).isFalse();
    }

    @Test
    void shouldCarryArraysFrom4KiBAsPartsOfTheirOwn() {
        Payload payload = codecs.payload(new float[1023], new float[1024], new byte[4096]);
        assertThat(payload.outOfBand()).extracting(MemorySegment::byteSize).containsExactly(4096L, 4096L);
        assertThat(payload.inline().length).isLessThan(4200);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 10_000})
    void shouldNotSeeLaterChanges(int size) {
        double[] values = new double[size];
        MemorySegment segment = MemorySegment.ofArray(new long[size]);
        ByteBuffer buffer = ByteBuffer.allocate(size);
        Payload payload = codecs.payload(values, segment, buffer, new Object[] {values});
        Arrays.fill(values, 5);
        segment.fill((byte) 5);
        buffer.put(0, (byte) 5);
        Decoder in = codecs.codec.decoder(payload, List.of());
        assertThat(in.doubles()).containsOnly(0);
        assertThat(in.segment().toArray(ValueLayout.JAVA_LONG)).containsOnly(0);
        assertThat(in.buffer().get(0)).isZero();
        assertThat((double[]) in.object(Object[].class)[0]).containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "Grüße", "日本語", "\ud800 alone", "😀"})
    void shouldGiveStringsBack(String text) {
        assertThat(codecs.decoder(text).text()).isEqualTo(text);
        String large = text.repeat(3000);
        assertThat(codecs.decoder(large).text()).isEqualTo(large);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 24, 8000})
    void shouldGiveSegmentsBackReadOnlyAndAligned(int size) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(size, 8).fill((byte) 1);
            Payload payload = codecs.payload(segment, segment.asReadOnly());
            for (Payload each : List.of(payload, arrived(payload))) {
                MemorySegment read = codecs.codec.decoder(each, List.of()).segment();
                assertThat(read.isReadOnly()).isTrue();
                assertThat(read.toArray(ValueLayout.JAVA_LONG)).hasSize(size / 8);
                assertThat(read.mismatch(segment)).isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 8000})
    void shouldGiveBuffersBackFromPositionToLimitInTheirOrder(int size) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(4, 99).position(4).limit(size - 1);
        ByteBuffer read = codecs.decoder(buffer).buffer();
        assertThat(read.remaining()).isEqualTo(size - 5);
        assertThat(read.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(read.getInt()).isEqualTo(99);
        assertThat(buffer.position()).isEqualTo(4);
        assertThat(codecs.decoder(ByteBuffer.allocate(4)).buffer().order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    }

    @Test
    void shouldGiveNullsBack() {
        Encoder encoder = codecs.codec.encoder();
        Payload payload = encoder.booleans(null)
                .bytes(null)
                .doubles(null)
                .text(null)
                .segment(null)
                .buffer(null)
                .proxy(null)
                .object(null)
                .finish();
        Decoder in = codecs.codec.decoder(payload, List.of());
        assertThat(in.booleans()).isNull();
        assertThat(in.bytes()).isNull();
        assertThat(in.doubles()).isNull();
        assertThat(in.text()).isNull();
        assertThat(in.segment()).isNull();
        assertThat(in.buffer()).isNull();
        assertThat(in.proxy(dev.mosaic.Remote.class)).isNull();
        assertThat(in.object(Object.class)).isNull();
    }

    @Test
    void shouldGiveNaturalValuesBack() {
        assertThat(codecs.sent(5)).isEqualTo(5).isInstanceOf(Integer.class);
        assertThat(codecs.sent('x')).isEqualTo('x');
        assertThat(codecs.sent(2.5f)).isEqualTo(2.5f);
        assertThat(codecs.sent((short) 2)).isEqualTo((short) 2);
        assertThat(codecs.sent(true)).isEqualTo(true);
        assertThat(codecs.sent(new int[] {1, 2})).isEqualTo(new int[] {1, 2});
    }

    @Test
    void shouldBeNullWhereNothingWasReturned() {
        Payload payload = codecs.codec.encoder().finish();
        assertThat(payload).isSameAs(Payload.EMPTY);
        assertThat(codecs.codec.decoder(payload, List.of()).object(Object.class))
                .isNull();
    }

    @Test
    void shouldWidenPrimitivesAsJavaDoes() {
        Decoder in = codecs.decoder((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7);
        assertThat(in.intValue()).isEqualTo(1);
        assertThat(in.longValue()).isEqualTo(2);
        assertThat(in.intValue()).isEqualTo('c');
        assertThat(in.object(long.class)).isEqualTo(4L);
        assertThat(in.floatValue()).isEqualTo(5f);
        assertThat(in.doubleValue()).isEqualTo(6d);
        assertThat(in.object(double.class)).isEqualTo(7d);
    }

    @Test
    void shouldNameBothTypesWhereTheyDiffer() {
        assertThatThrownBy(() -> codecs.decoder("text").intValue())
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("value 1 is of type java.lang.String, not int");
        assertThatThrownBy(() -> codecs.decoder(5L).intValue()).hasMessageContaining("type long, not int");
        assertThatThrownBy(() -> codecs.decoder((byte) 1).charValue()).hasMessageContaining("type byte, not char");
        assertThatThrownBy(() -> codecs.decoder((Object) new Object[] {null}).object(int.class))
                .hasMessageContaining("type java.lang.Object[], not int");
        assertThatThrownBy(() -> codecs.decoder(new int[5000]).floats()).hasMessageContaining("int[], not float[]");
        assertThatThrownBy(() -> codecs.decoder(List.of(1)).object(String.class))
                .hasMessageContaining("java.util.ImmutableCollections")
                .hasMessageContaining("not java.lang.String");
        assertThatThrownBy(() -> codecs.decoder(5).object(Long.class))
                .hasMessageContaining("Integer, not java.lang.Long");
        assertThatThrownBy(() -> codecs.decoder((Object) null).object(int.class))
                .hasMessageContaining("null, not int");
        assertThatThrownBy(() -> codecs.decoder(1).bytes()).isInstanceOf(SerializationException.class);
    }

    @Test
    void shouldRefuseToReadPastTheEnd() {
        Decoder in = codecs.decoder(1);
        in.intValue();
        assertThatThrownBy(in::intValue).isInstanceOf(SerializationException.class);
    }

    @Test
    void shouldReadTheValueOfATaskInItsPlace() {
        Payload payload = codecs.codec
                .encoder()
                .intValue(1)
                .need(1)
                .need(0)
                .need(2)
                .intValue(4)
                .finish();
        List<Payload> needs = List.of(codecs.payload("zero"), codecs.payload((Object) new float[2000]), Payload.EMPTY);
        Decoder in = codecs.codec.decoder(payload, needs);
        assertThat(in.intValue()).isEqualTo(1);
        assertThat(in.floats()).hasSize(2000);
        assertThat(in.object(Object.class)).isEqualTo("zero");
        assertThat(in.object(Object.class)).isNull();
        assertThat(in.intValue()).isEqualTo(4);
        assertThatThrownBy(() -> codecs.codec
                        .decoder(codecs.codec.encoder().need(3).finish(), needs)
                        .object(Object.class))
                .isInstanceOf(SerializationException.class);
    }

    @Test
    void shouldBeAsNewAfterReset() {
        Encoder encoder = codecs.codec.encoder();
        encoder.object(List.of(1)).doubles(new double[9000]).reset();
        assertThat(encoder.intValue(1).finish()).isEqualTo(codecs.payload(1));
        assertThat(encoder.finish()).isSameAs(Payload.EMPTY);
    }

    /** As it comes off a socket: parts over byte arrays, without alignment. */
    private static Payload arrived(Payload payload) {
        return new Payload(
                payload.inline(),
                payload.outOfBand().stream()
                        .map(part -> MemorySegment.ofArray(part.toArray(ValueLayout.JAVA_BYTE)))
                        .toList(),
                payload.carried());
    }
}
