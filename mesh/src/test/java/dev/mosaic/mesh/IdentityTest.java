package dev.mosaic.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.mesh.zmtp.Metadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a unit may be called: a name stands in logs, and in lines of text that a worker reads. */
class IdentityTest {
    @ParameterizedTest
    @ValueSource(strings = {"a\nWARNING all is lost", "a\r", "a\u0000b", "\u001b[2J", "a\u0085"})
    void shouldTakeNoControlCharacters(String uid) {
        assertThatThrownBy(() -> new Identity(uid, 1, 3))
                .isInstanceOf(MeshException.class)
                .hasMessageContaining("line break")
                .message()
                .doesNotContain(uid);
        assertThat(new Metadata().with(Metadata.IDENTITY, uid).cleanText(Metadata.IDENTITY))
                .as("of a peer")
                .isEmpty();
    }

    @Test
    void shouldTakeNamesOfAnyLanguage() {
        assertThat(new Identity("Knoten: Zürich 蘇", 1, 3).uid()).isEqualTo("Knoten: Zürich 蘇");
        assertThat(new Metadata().with(Metadata.IDENTITY, "Zürich").cleanText(Metadata.IDENTITY))
                .contains("Zürich");
    }
}
