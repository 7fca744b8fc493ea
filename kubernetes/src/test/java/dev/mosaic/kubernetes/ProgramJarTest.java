package dev.mosaic.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a jar before it goes anywhere. */
class ProgramJarTest {
    @TempDir
    private Path folder;

    private Path jar(int bytes) throws IOException {
        Path file = folder.resolve("my app.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "com.example.Main");
        byte[] content = new byte[bytes];
        new Random(1).nextBytes(content);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.putNextEntry(new JarEntry("data"));
            jar.write(content);
        }
        return file;
    }

    @Test
    void shouldReadTheMainClassOfAnyJar() throws IOException {
        for (int bytes : new int[] {10, 2 << 20}) {
            ProgramJar jar = ProgramJar.read(jar(bytes));
            assertThat(jar.mainClass()).contains("com.example.Main");
            assertThat(jar.name()).isEqualTo("my-app.jar");
        }
    }

    @Test
    void shouldNameTheWayOfAJarThatIsTooLargeForAConfigMap() throws IOException {
        assertThat(ProgramJar.read(jar(10)).base64()).isNotEmpty();
        ProgramJar large = ProgramJar.read(jar(2 << 20));
        assertThatThrownBy(large::base64)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("a ConfigMap takes 900 KiB")
                .hasMessageContaining("--upload s3://bucket/prefix");
    }

    @Test
    void shouldSayThatThereIsNone() throws IOException {
        assertThatThrownBy(() -> ProgramJar.read(folder.resolve("none.jar")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("there is no jar");
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        assertThatThrownBy(() -> ProgramJar.read(text))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("cannot be read");
    }
}
