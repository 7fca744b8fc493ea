package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.function.Function0;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Classes that a loader of the program's own defines in memory, as shells of other languages do. */
class LooseClassClusterTest {
    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private @Nullable ClassLoader before;

    @TempDir
    Path folder;

    /** Defines what it was given. */
    private static final class Memory extends ClassLoader {
        private final Map<String, byte[]> classes;
        private final boolean tells;

        Memory(Map<String, byte[]> classes, boolean tells) {
            this.classes = classes;
            this.tells = tells;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name.replace('.', '/') + ".class");
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            byte[] bytes = tells ? classes.get(name) : null;
            return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
        }
    }

    @BeforeEach
    void remember() {
        before = Thread.currentThread().getContextClassLoader();
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private Map<String, byte[]> compiled() throws IOException {
        return compiled("""
                package made;
                public class Loose implements dev.mosaic.function.Function0<String> {
                    record Part(int number) {}
                    public String apply() {
                        return new Part(7) + " in " + dev.mosaic.Worker.current().uid();
                    }
                }
                """);
    }

    private Map<String, byte[]> compiled(String code) throws IOException {
        Path source = folder.resolve("Loose.java");
        Files.writeString(source, code);
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        int ended = compiler.run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
        assertThat(ended).isZero();
        Map<String, byte[]> classes = new HashMap<>();
        for (String name : new String[] {"made/Loose.class", "made/Loose$Part.class"}) {
            classes.put(name, Files.readAllBytes(folder.resolve(name)));
            Files.delete(folder.resolve(name));
        }
        return classes;
    }

    @SuppressWarnings("unchecked") // that is what was compiled
    private static Function0<String> made(ClassLoader loader) throws ReflectiveOperationException {
        Thread.currentThread().setContextClassLoader(loader);
        return (Function0<String>)
                loader.loadClass("made.Loose").getConstructor().newInstance();
    }

    @Test
    @DisplayName(
            "S6.1: what is in no file reaches a worker process by the bytes that its loader gives, with what it needs")
    void shouldRunAClassThatIsInNoFile() throws Exception {
        Transcript transcript = new Transcript();
        Function0<String> loose = made(new Memory(compiled(), true));
        try (Mosaic mosaic = Mosaic.start(1)) {
            assertThat(mosaic.submit(loose).result(LONG)).isEqualTo("Part[number=7] in worker:0:0");
        } finally {
            transcript.close();
        }
    }

    @Test
    @DisplayName("S6.1: a thread that is interrupted loads such a class all the same, and stays interrupted")
    void shouldLoadAClassThatIsInNoFileThoughItsThreadIsInterrupted() throws Exception {
        Transcript transcript = new Transcript();
        Map<String, byte[]> classes = compiled("""
                package made;
                public class Loose implements dev.mosaic.function.Function0<String> {
                    static class Part {
                        static final int NUMBER = Integer.parseInt("7");
                    }
                    public String apply() {
                        Thread.currentThread().interrupt();
                        return Part.NUMBER + " " + Thread.interrupted();
                    }
                }
                """);
        Function0<String> loose = made(new Memory(classes, true));
        try (Mosaic mosaic = Mosaic.start(1)) {
            assertThat(mosaic.submit(loose).result(LONG)).isEqualTo("7 true");
        } finally {
            transcript.close();
        }
    }

    @Test
    @DisplayName("S6.1: where the loader does not give them, the failure says so")
    void shouldSayThatALoaderDoesNotGiveBytes() throws Exception {
        Transcript transcript = new Transcript();
        Function0<String> loose = made(new Memory(compiled(), false));
        try (Mosaic mosaic = Mosaic.start(1)) {
            assertThatThrownBy(() -> mosaic.submit(loose).result(LONG))
                    .hasStackTraceContaining("class=made.Loose is in no file")
                    .hasStackTraceContaining("getResourceAsStream");
        } finally {
            transcript.close();
        }
    }
}
