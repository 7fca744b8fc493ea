package dev.mosaic.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.fory.Fory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program sees in a worker, whose process has libraries of Mosaic's on its class path. */
class CodeLoaderTest {
    private static final String LICENSE = "META-INF/LICENSE";

    @TempDir
    Path folder;

    private Path jar;

    @BeforeEach
    void writeJar() throws IOException {
        jar = folder.resolve("program.jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("program/settings"));
        }
    }

    @Test
    void shouldKeepLibrariesOfMosaicFromPrograms() throws Exception {
        try (CodeLoader loader = new CodeLoader(List.of(jar), getClass().getClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass(Fory.class.getName())).isInstanceOf(ClassNotFoundException.class);
            assertThat(loader.getResource(LICENSE)).isNull();
            assertThat(loader.getResources(LICENSE).hasMoreElements()).isFalse();
            assertThat(loader.getResource("program/settings")).isNotNull();
        }
    }

    @Test
    void shouldShareMosaicAndTheJdk() throws Exception {
        try (CodeLoader loader = new CodeLoader(List.of(jar), getClass().getClassLoader())) {
            assertThat(loader.loadClass(Mosaic.class.getName())).isEqualTo(Mosaic.class);
            assertThat(loader.loadClass("com.sun.source.tree.Tree").getModule().getName())
                    .isEqualTo("jdk.compiler"); // of the application's loader
            assertThat(loader.getResource("dev/mosaic/Mosaic.class")).isNotNull();
        }
    }

    @Test
    void shouldNameTheFlagThatAClassNeeds() throws Exception {
        try (CodeLoader loader = new CodeLoader(List.of(jar), getClass().getClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass("jdk.incubator.vector.DoubleVector"))
                    .isInstanceOf(ClassNotFoundException.class)
                    .hasMessageContaining("needs --add-modules=jdk.incubator.vector: say it to its node")
                    .hasMessageContaining("jvmArguments");
            assertThatThrownBy(() -> loader.loadClass("java.util.NoSuchCollection"))
                    .hasMessage("java.util.NoSuchCollection");
        }
        byte[] preview = ClassFile.of().build(ClassDesc.of("Preview"), made -> made.withVersion(69, 65_535));
        Files.write(folder.resolve("Preview.class"), preview);
        try (CodeLoader loader = new CodeLoader(List.of(folder), getClass().getClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass("Preview"))
                    .isInstanceOf(UnsupportedClassVersionError.class)
                    .hasMessageContaining("needs --enable-preview: say it to its node");
        }
    }

    @Test
    void shouldShareAllWithProgramsThatAreOnTheClassPathOfTheProcess() throws Exception {
        try (CodeLoader loader = new CodeLoader(List.of(), getClass().getClassLoader())) {
            assertThat(loader.loadClass(Fory.class.getName())).isEqualTo(Fory.class);
            assertThat(loader.getResource(LICENSE)).isNotNull();
        }
    }
}
