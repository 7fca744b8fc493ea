package dev.mosaic.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read from a source file before it is compiled. */
class SourceFileTest {
    @TempDir
    private Path folder;

    @Test
    void shouldTakeTheClassOfTheFilesName() throws IOException {
        assertThat(read("package a.b; class Other {} class App {}").mainClass()).isEqualTo("a.b.App");
    }

    @Test
    void shouldElseTakeTheFirstClass() throws IOException {
        assertThat(read("/* class Not {} */ class First {} class Second {}").mainClass())
                .isEqualTo("First");
    }

    @Test
    void shouldTakeACompactSourceFile() throws IOException {
        assertThat(read("void main() {} record Pair(int a, int b) {}").mainClass())
                .isEqualTo("App");
    }

    @Test
    void shouldReadLibrariesAsJBangDoes() throws IOException {
        assertThat(read("""
                ///usr/bin/env mosaic run "$0" -- "$@" ; exit $?
                //DEPS a:b:1, c:d:2:linux-x86_64@so // for the kernels
                //DEPS e:f:3
                //DEPSX g:h:4
                // //DEPS i:j:5
                class App { String text = "//DEPS k:l:6"; }
                """).libraries()).isEqualTo(List.of("a:b:1", "c:d:2:linux-x86_64@so", "e:f:3"));
    }

    @Test
    void shouldSayThatAFileIsNotThere() {
        assertThatThrownBy(() -> SourceFile.read(folder.resolve("No.java")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("there is no file")
                .hasMessageContaining("No.java");
    }

    private SourceFile read(String text) throws IOException {
        return SourceFile.read(Files.writeString(folder.resolve("App.java"), text));
    }
}
