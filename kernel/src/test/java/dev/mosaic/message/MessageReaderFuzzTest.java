package dev.mosaic.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;

/** The reader answers any bytes with a message or its own refusal; what it read it can write and read again. */
class MessageReaderFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void shouldReadOrRefuse(byte[] bytes) throws MessageFormatException {
        List<MemorySegment> further =
                bytes.length == 0 ? List.of() : List.of(MemorySegment.ofArray(new byte[bytes[bytes.length - 1] & 7]));
        for (List<MemorySegment> parts : List.of(List.<MemorySegment>of(), further)) {
            UnitMessage message;
            try {
                message = new MessageReader().read(ByteBuffer.wrap(bytes), parts);
            } catch (MessageFormatException refused) {
                continue;
            }
            MessageWriter writer = new MessageWriter();
            assertThat(new MessageReader().read(writer.write(message), List.copyOf(writer.outOfBand())))
                    .isEqualTo(message);
        }
    }
}
