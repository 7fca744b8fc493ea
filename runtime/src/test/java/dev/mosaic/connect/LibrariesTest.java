package dev.mosaic.connect;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mosaic.StartException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrariesTest {
    @TempDir
    Path folder;

    @Test
    void shouldTakeThoseThatMosaicComesWith() {
        assertThatCode(() -> Libraries.check(getClass().getClassLoader())).doesNotThrowAnyException();
    }

    @Test
    void shouldNameAMutinyThatIsTooOld() throws Exception {
        write("org.apache.fory.Fory");
        write("org.apache.fory.context.ReadContext");
        write("io.smallrye.mutiny.Multi"); // no Flow.Publisher before version 2
        try (URLClassLoader old = loader()) {
            assertThatExceptionOfType(StartException.class)
                    .isThrownBy(() -> Libraries.check(old))
                    .withMessageContaining("library=SmallRye Mutiny is too old: file:" + folder)
                    .withMessageContaining("put version 3.1 or newer");
        }
    }

    @Test
    void shouldNameAForyThatIsTooOldAndOneThatIsNotThere() throws Exception {
        try (URLClassLoader none = loader()) {
            assertThatExceptionOfType(StartException.class)
                    .isThrownBy(() -> Libraries.check(none))
                    .withMessageContaining("library=Apache Fory is not on the class path");
        }
        write("org.apache.fory.Fory");
        try (URLClassLoader old = loader()) {
            assertThatExceptionOfType(StartException.class)
                    .isThrownBy(() -> Libraries.check(old))
                    .withMessageContaining("library=Apache Fory is too old: file:" + folder);
        }
    }

    @Test
    void shouldNameAForyThatIsTooOldBeforeANewerOne() throws Exception {
        Path newer = Files.createDirectory(folder.resolve("newer"));
        write("org.apache.fory.Fory");
        write(newer, "org.apache.fory.Fory");
        write(newer, "org.apache.fory.context.ReadContext");
        URL[] both = {folder.toUri().toURL(), newer.toUri().toURL()};
        try (URLClassLoader mixed = new URLClassLoader(both, null)) {
            assertThatExceptionOfType(StartException.class)
                    .isThrownBy(() -> Libraries.check(mixed))
                    .withMessageContaining("library=Apache Fory is too old: file:" + folder)
                    .withMessageNotContaining("newer/");
        }
    }

    private URLClassLoader loader() throws Exception {
        return new URLClassLoader(List.of(folder.toUri().toURL()).toArray(URL[]::new), null);
    }

    private void write(String type) throws Exception {
        write(folder, type);
    }

    private static void write(Path folder, String type) throws Exception {
        Path file = folder.resolve(type.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, ClassFile.of().build(ClassDesc.of(type), builder -> {}));
    }
}
