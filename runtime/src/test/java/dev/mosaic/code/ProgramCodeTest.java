package dev.mosaic.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.CodeMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCodeTest {
    @TempDir
    Path folder;

    @Test
    void shouldShipAJarThatHasMosaicAndTheProgramInOne() throws IOException {
        Path mosaic =
                jar("mosaic.jar", "META-INF/MANIFEST.MF", "dev/mosaic/unit/Unit.class", "dev/mosaic/Mosaic.class");
        Path shaded = jar("shaded.jar", "dev/mosaic/unit/Unit.class", "com/example/Main.class");
        ProgramCode code = new ProgramCode(List.of(mosaic.toString(), shaded.toString()), folder);

        CodeMessage answer = code.answer(new CodeMessage.WantCode("node:0"));

        assertThat(((CodeMessage.Code) answer).files())
                .extracting(CodeMessage.CodeFile::name)
                .containsExactly("shaded.jar");
    }

    @Test
    void shouldFindFilesByTheirHashAndNoFolders() throws IOException {
        Path jar = jar("one.jar", "com/example/Main.class");

        assertThat(ProgramCode.byHash(List.of(jar.toString(), folder.toString(), "not-there.jar")))
                .containsOnlyKeys(Packing.hash(jar))
                .containsValue(jar);
    }

    private Path jar(String name, String... entries) throws IOException {
        Path jar = folder.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(entry.length());
            }
        }
        return jar;
    }
}
