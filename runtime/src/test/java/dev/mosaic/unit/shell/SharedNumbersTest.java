package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.invoke.Serving;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.StreamMessage;
import org.junit.jupiter.api.Test;

/** Numbers that two modules have, since neither knows the other. */
class SharedNumbersTest {
    @Test
    void shouldSpeakWhatLinksAreGreetedWith_S7_5() {
        assertThat(MessageWriter.VERSION).isEqualTo(MeshOptions.PROTOCOL);
    }

    @Test
    void shouldMakeServedTesseraeByTheNumberThatMessagesHave() {
        assertThat(StreamMessage.Create.SERVED).isEqualTo(Serving.MAKE);
    }
}
