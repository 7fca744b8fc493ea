package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.mosaic.SerializationException;
import dev.mosaic.message.Payload;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Any bytes are values or a {@link SerializationException}; any bytes are an exception or a description of why not. */
class DecoderFuzzTest {
    private final Codecs codecs = new Codecs();

    @FuzzTest(maxDuration = "2m")
    void shouldReadOrRefuse(byte[] bytes) {
        Payload payload = new Payload(bytes, List.of(MemorySegment.ofArray(new byte[24])), List.of());
        Payload need = Payload.of(bytes);
        for (Class<?> type : List.of(Object.class, int.class, double[].class, String.class)) {
            Decoder decoder = codecs.codec.decoder(payload, List.of(need));
            try {
                while (decoder.hasMore()) {
                    decoder.object(type);
                }
            } catch (SerializationException refused) {
                assertThat(refused.what()).isNotEmpty();
            }
        }
    }

    @FuzzTest(maxDuration = "2m")
    void shouldRebuildOrDescribe(byte[] bytes) {
        assertThat(codecs.codec.rebuilt(bytes)).isNotNull();
    }
}
