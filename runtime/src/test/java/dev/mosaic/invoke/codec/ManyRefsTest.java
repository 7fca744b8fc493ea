package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mosaic.SerializationException;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R2: values with many refs inside are encoded in a time that grows as they do. */
class ManyRefsTest {
    private final Codecs codecs = new Codecs();

    private static List<Codecs.Named> refs(int count) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(i -> new Codecs.Named(new RefForm(new Id(3, i), Carried.HOME, 8, "x")))
                .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {65_535, 65_536, 66_000})
    void shouldCarryAListOfRefs(int count) {
        Payload payload = codecs.payload(refs(count));

        assertThat(payload.carried()).hasSize(count).doesNotHaveDuplicates();
        assertThat((Object) codecs.codec.decoder(payload, List.of()).object(List.class))
                .isEqualTo(refs(count));
    }

    @Test
    void shouldTakeMoreThanAMillion() {
        Encoder encoder = codecs.codec.encoder();
        for (int i = 0; i < 2 * Encoder.MOST_CARRIED; i++) {
            encoder.carry(new Carried(new Id(3, i / 2), Carried.HOME));
        }
        assertThatExceptionOfType(SerializationException.class)
                .isThrownBy(() -> encoder.carry(new Carried(new Id(4, 0), Carried.HOME)))
                .withMessageContaining("count=2000001")
                .withMessageContaining("2000000, the most");
        encoder.intValue(1);
        assertThat(encoder.finish().carried()).hasSize(Encoder.MOST_CARRIED);
    }

    @Test
    void shouldForgetTheRefsOfAnObjectThatWasRefused() {
        Encoder encoder = codecs.codec.encoder();
        encoder.ref(refs(1).getFirst());
        List<Object> refused = new ArrayList<>(refs(5));
        refused.add(new Thread());
        assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> encoder.object(refused));

        assertThat(encoder.finish().carried()).containsExactly(new Carried(new Id(3, 0), Carried.HOME));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65_535, 65_536, 70_000})
    void shouldNameATaskOfAnyIndex(int index) {
        List<Payload> needs =
                IntStream.rangeClosed(0, index).mapToObj(i -> codecs.payload(i)).toList();

        Payload payload = codecs.codec.encoder().need(index).finish();

        assertThat(codecs.codec.decoder(payload, needs).intValue()).isEqualTo(index);
    }

    @Test
    void shouldNameTheLimitOfWhatIsTooLarge() {
        assertThatExceptionOfType(SerializationException.class)
                .isThrownBy(() -> Sink.size(Sink.MOST_BYTES + 1L))
                .withMessageContaining("sizeBytes=2147483640")
                .withMessageContaining("2147483639, the most");
        assertThat(Sink.size(Sink.MOST_BYTES)).isEqualTo(2_147_483_639);
    }
}
