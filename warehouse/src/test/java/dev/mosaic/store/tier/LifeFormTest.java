package dev.mosaic.store.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.message.MessageFormatException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** S2.8: what is kept of a life is read as it was written, or not at all. */
class LifeFormTest {
    @Test
    void shouldReadWhatItWrote_S2_8() throws MessageFormatException {
        for (boolean isOver : new boolean[] {false, true}) {
            LifeForm form = new LifeForm(-3, LifeRecords.of(6, isOver));
            assertThat(LifeForm.read(form.bytes())).isEqualTo(form);
        }
    }

    @Test
    void shouldReadNothingElse_S2_8() {
        byte[] bytes = new LifeForm(-3, LifeRecords.of(6, false)).bytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] torn = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> LifeForm.read(torn)).isInstanceOf(MessageFormatException.class);
        }
        for (int at = 0; at < bytes.length; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 4;
            assertThatThrownBy(() -> LifeForm.read(damaged)).isInstanceOf(MessageFormatException.class);
        }
    }
}
