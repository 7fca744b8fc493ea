package dev.mosaic.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCodecTest {
    private final MessageWriter writer = new MessageWriter();
    private final MessageReader reader = new MessageReader();

    @ParameterizedTest
    @EnumSource
    void shouldReadWhatWasWritten(MessageType type) throws MessageFormatException {
        Messages messages = new Messages(new SplittableRandom(type.ordinal()));
        for (int i = 0; i < 300; i++) {
            UnitMessage message = messages.any(type);
            ByteBuffer bytes = writer.write(message);
            assertThat(reader.read(bytes, List.copyOf(writer.outOfBand()))).isEqualTo(message);
            assertThat(bytes.hasRemaining()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadFromDirectMemory(MessageType type) throws MessageFormatException {
        UnitMessage message = new Messages(new SplittableRandom(7)).any(type);
        ByteBuffer bytes = writer.write(message);
        ByteBuffer direct =
                ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
        assertThat(reader.read(direct.asReadOnlyBuffer(), List.copyOf(writer.outOfBand())))
                .isEqualTo(message);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatIsCutOff(MessageType type) {
        Messages messages = new Messages(new SplittableRandom(type.ordinal()));
        for (int i = 0; i < 20; i++) {
            ByteBuffer bytes = writer.write(messages.any(type));
            List<MemorySegment> further = List.copyOf(writer.outOfBand());
            for (int length = 0; length < bytes.limit(); length++) {
                ByteBuffer cut = bytes.slice(0, length);
                assertThatExceptionOfType(MessageFormatException.class)
                        .describedAs("%s of %s B", length, bytes.limit())
                        .isThrownBy(() -> reader.read(cut, further));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseOrReadWhatIsDamaged(MessageType type) {
        SplittableRandom random = new SplittableRandom(type.ordinal());
        Messages messages = new Messages(random);
        for (int i = 0; i < 2_000; i++) {
            ByteBuffer bytes = writer.write(messages.any(type));
            List<MemorySegment> further = List.copyOf(writer.outOfBand());
            for (int hits = random.nextInt(1, 4); hits > 0; hits--) {
                bytes.put(random.nextInt(2, bytes.limit()), (byte) random.nextInt());
            }
            try {
                assertThat(reader.read(bytes, further).type()).isEqualTo(type);
            } catch (MessageFormatException refused) {
                assertThat(refused).hasMessageStartingWith("MOSAIC-MESSAGE-001");
            }
        }
    }

    @Test
    void shouldNameWhatLiesInSharedMemoryToThoseWhoCanReadIt() throws MessageFormatException {
        Place place = new Place(1, 2, 3, 4, 64, 5, 6);
        Payload value = new Payload(
                new byte[] {1}, List.of(MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5})), List.of(), List.of(place));
        ByteBuffer named = writer.write(new ObjectMessage.Put(new Id(1, 2), "bytes", 0, value), true);
        assertThat(writer.outOfBand()).isEmpty();
        assertThat(reader.read(named, List.of())).isInstanceOfSatisfying(ObjectMessage.Put.class, put -> {
            assertThat(put.value().place(0)).isEqualTo(place);
            assertThat(put.value().outOfBand()).containsExactly(Payload.ELSEWHERE);
            assertThat(put.value().sizeBytes()).isEqualTo(6);
        });
        ByteBuffer sent = writer.write(new ObjectMessage.Put(new Id(1, 2), "bytes", 0, value), false);
        assertThat(reader.read(sent, List.copyOf(writer.outOfBand())))
                .isInstanceOfSatisfying(ObjectMessage.Put.class, put -> {
                    assertThat(put.value().place(0)).isNull();
                    assertThat(put.value().outOfBand().getFirst().byteSize()).isEqualTo(5);
                });
    }

    @Test
    void shouldRefuseAPlaceThatIsNone() {
        Place place = new Place(1, 2, 3, 4, -64, 5, 6);
        ByteBuffer bytes = writer.write(new ObjectMessage.Reserved(new Id(1, 2), List.of(place), null));
        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> reader.read(bytes, List.of()));
    }

    @Test
    void shouldRefuseAnotherVersion() {
        ByteBuffer bytes = writer.write(new ClusterMessage.Lease(1));
        for (int version : new int[] {0, MessageWriter.VERSION - 1, MessageWriter.VERSION + 1, 255}) {
            bytes.rewind().put(0, (byte) version);
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> reader.read(bytes, List.of()))
                    .withMessageContaining("version=" + version + " is not 3");
        }
    }

    @Test
    void shouldRefusePartsThatNobodyNames() {
        ByteBuffer bytes = writer.write(new ClusterMessage.Lease(1));
        assertThatExceptionOfType(MessageFormatException.class)
                .isThrownBy(() -> reader.read(bytes, List.of(MemorySegment.ofArray(new byte[1]))))
                .withMessageContaining("1 parts too many");
    }

    @Test
    void shouldNotAllocateWhatACountOnlyClaims() {
        ByteBuffer bytes = ByteBuffer.allocate(22);
        bytes.put((byte) MessageWriter.VERSION).put((byte) MessageType.RELEASE.ordinal());
        bytes.putLong(1).putInt(Integer.MAX_VALUE).putLong(5).flip();
        assertThatExceptionOfType(MessageFormatException.class)
                .isThrownBy(() -> reader.read(bytes, List.of()))
                .withMessageContaining("count=2147483647");
    }

    @Test
    void shouldCutAChainOfFailuresWhereItIsTooLong() throws MessageFormatException {
        Failure chain = Failure.of(Failure.Kind.THROWN, "first");
        for (int i = 0; i < 100; i++) {
            chain = Failure.of(Failure.Kind.ARGUMENT, "next " + i, chain);
        }
        UnitMessage message = new ClusterMessage.Refused(new Id(1, 2), true, chain);
        assertThat(reader.read(writer.write(message), List.of())).isEqualTo(message);
        List<String> said = new ArrayList<>();
        for (Failure at = chain; at != null; at = at.cause()) {
            said.add(at.what());
        }
        assertThat(said)
                .hasSize(Failure.MAX_DEPTH)
                .startsWith("next 99", "next 98")
                .contains("failures between that are left out: 70")
                .endsWith("next 1", "next 0", "first");
    }

    @Test
    void shouldCutATextThatIsTooLongBetweenCharacters() throws MessageFormatException {
        UnitMessage message = new ClusterMessage.Shutdown("ä".repeat(40_000));
        assertThat(reader.read(writer.write(message), List.of()))
                .isEqualTo(new ClusterMessage.Shutdown("ä".repeat(32_767)));
    }

    /** R1, R2: no list of a message ends at 65,535. */
    @ParameterizedTest
    @ValueSource(ints = {65_534, 65_535, 65_536, 66_000, 200_000})
    void shouldCarryListsOfAnyLength(int count) throws MessageFormatException {
        List<Carried> refs = IntStream.range(0, count)
                .mapToObj(i -> new Carried(new Id(9, i), Carried.HOME))
                .toList();
        List<Need> needs = Collections.nCopies(count, Need.entry(new Id(9, 1)));
        List<Long> sizes = Collections.nCopies(count, 5L);
        List<ClusterMessage.Loss> dead = Collections.nCopies(count, new ClusterMessage.Loss(5, "it ended"));
        Place place = new Place(1, 2, 3, 4, 64, 5, 6);
        Payload payload = new Payload(new byte[] {1}, List.of(), refs);
        for (UnitMessage message : List.of(
                call(needs, payload),
                new ReplyMessage.Done(new Id(1, 2), new Id(1, 3), 4, new Outcome.Returned(payload)),
                new ObjectMessage.Put(new Id(1, 2), "list", 0, payload),
                new ObjectMessage.Reserve(new Id(1, 2), sizes),
                new ObjectMessage.Reserved(new Id(1, 2), Collections.nCopies(count, place), null),
                new ObjectMessage.Acquired(new Id(1, 2), Collections.nCopies(count, Outcome.NOTHING)),
                new ObjectMessage.Announce(new ObjectMessage.Shape(new Id(1, 2), "list", 0, payload, sizes)),
                new ClusterMessage.Members(1, List.of(), dead))) {
            assertThat(reader.read(writer.write(message), List.of())).isEqualTo(message);
        }
    }

    private static StreamMessage.Call call(List<Need> needs, Payload arguments) {
        return new StreamMessage.Call(new Id(1, 2), new Id(1, 3), 4, 5, 6, 7, false, 0, 0, needs, arguments, false);
    }

    @Test
    void shouldUseItsBufferAgain() {
        UnitMessage large = new ClusterMessage.Output("w", false, "x".repeat(3 << 20));
        assertThat(writer.write(large).remaining()).isGreaterThan(3 << 20);
        assertThat(writer.write(new ClusterMessage.Lease(1)).capacity()).isLessThanOrEqualTo(1 << 20);
    }
}
