package dev.mosaic.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mosaic.memory.Place;
import dev.mosaic.mesh.MeshOptions;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
        for (int version : new int[] {0, MessageWriter.VERSION + 1, 255}) {
            bytes.rewind().put(0, (byte) version);
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> reader.read(bytes, List.of()))
                    .withMessageContaining("version=" + version + " is none of 2 to 3");
        }
    }

    @Test
    void shouldSpeakWhatLinksAreGreetedWith_S7_5() {
        assertThat(MessageWriter.VERSION).isEqualTo(MeshOptions.PROTOCOL);
    }

    @Test
    void shouldSayNothingNewToAUnitOfTheVersionBefore_S7_5() throws MessageFormatException {
        LifeMessage depart = new LifeMessage.Depart(new Id(1, 2), 3, true);
        LifeMessage asBefore = new LifeMessage.Depart(new Id(1, 2), 3, false);
        MessageReader older = new MessageReader(MessageWriter.OLDEST);
        for (MessageReader each : List.of(older, reader)) {
            assertThat(each.read(writer.write(depart, false, MessageWriter.OLDEST), List.of()))
                    .as("what it lacks has its default")
                    .isEqualTo(asBefore);
        }
        assertThat(older.read(writer.write(depart, false, 0), List.of()))
                .as("to one that has not said yet what it speaks")
                .isEqualTo(asBefore);
        assertThat(reader.read(writer.write(depart, false, MessageWriter.VERSION), List.of()))
                .isEqualTo(depart);
        assertThat(reader.read(writer.write(depart, false, MessageWriter.VERSION + 1), List.of()))
                .as("to one that is newer")
                .isEqualTo(depart);
        MessageWriter pinned = new MessageWriter(MessageWriter.OLDEST);
        assertThat(older.read(pinned.write(depart, false, MessageWriter.VERSION), List.of()))
                .as("from one of the version before")
                .isEqualTo(asBefore);
        assertThatExceptionOfType(MessageFormatException.class)
                .isThrownBy(() -> older.read(writer.write(depart), List.of()))
                .withMessageContaining("version=3 is none of 2 to 2");
    }

    @Test
    void shouldReadEveryMessageOfTheVersionBefore_S7_5() throws MessageFormatException {
        MessageReader older = new MessageReader(MessageWriter.OLDEST);
        Messages messages = new Messages(new SplittableRandom(5));
        for (MessageType type : MessageType.values()) {
            UnitMessage message = messages.any(type);
            UnitMessage there =
                    older.read(writer.write(message, false, MessageWriter.OLDEST), List.copyOf(writer.outOfBand()));
            UnitMessage back =
                    reader.read(writer.write(there, false, MessageWriter.OLDEST), List.copyOf(writer.outOfBand()));
            assertThat(back).isEqualTo(there);
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
    }

    @Test
    void shouldCutATextThatIsTooLongBetweenCharacters() throws MessageFormatException {
        UnitMessage message = new ClusterMessage.Shutdown("ä".repeat(40_000));
        assertThat(reader.read(writer.write(message), List.of()))
                .isEqualTo(new ClusterMessage.Shutdown("ä".repeat(32_767)));
    }

    @Test
    void shouldUseItsBufferAgain() {
        UnitMessage large = new ClusterMessage.Output("w", false, "x".repeat(3 << 20));
        assertThat(writer.write(large).remaining()).isGreaterThan(3 << 20);
        assertThat(writer.write(new ClusterMessage.Lease(1)).capacity()).isLessThanOrEqualTo(1 << 20);
    }
}
