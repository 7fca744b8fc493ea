package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.code.ProgramCode;
import dev.mosaic.message.CodeMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of programs that a node has: a hash that is none names no file elsewhere. */
class CodeStoreTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"../elsewhere", "/etc/elsewhere", "", "ABCDEF", "../../store/0"})
    void shouldLookNowhereElse(String hash) throws IOException {
        Files.writeString(folder.resolve("elsewhere.jar"), "secret");
        CodeStore store = new CodeStore(Files.createDirectory(folder.resolve("store")), List.of());
        CodeMessage.CodeFile file = file(hash);
        assertThatThrownBy(() -> store.has(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is none");
        assertThatThrownBy(() -> store.begin(file)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldFindWhatIsThere() throws IOException {
        CodeStore store = new CodeStore(folder, List.of());
        CodeMessage.CodeFile file = file("0123456789abcdef".repeat(4));
        assertThat(store.has(file)).isFalse();
        Files.writeString(store.file(file), "jar");
        assertThat(store.has(file)).isTrue();
    }

    @Test
    void shouldFindWhatTheNodeItselfUsesWhereItIs() throws IOException {
        Path own = Files.writeString(folder.resolve("own.jar"), "jar");
        CodeStore store = new CodeStore(Files.createDirectory(folder.resolve("store")), List.of(own.toString()));
        CodeMessage.CodeFile file = file(
                ProgramCode.byHash(List.of(own.toString())).keySet().iterator().next());
        assertThat(store.has(file)).isTrue();
        assertThat(store.file(file)).isEqualTo(own);
    }

    private static CodeMessage.CodeFile file(String hash) {
        return new CodeMessage.CodeFile(hash, 3, "a.jar");
    }
}
