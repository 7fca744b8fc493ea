package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project of a user that ends its build on every warning of javac, Error Prone and NullAway; generated code is not spared. */
class StrictProjectTest {
    private static final List<String> OPENED =
            List.of("api", "file", "main", "model", "parser", "processing", "tree", "util");

    @TempDir
    private Path folder;

    @Test
    void shouldPassErrorProneAndNullAway() throws IOException, InterruptedException {
        write("package-info.java", """
                @NullMarked
                package strict;
                import org.jspecify.annotations.NullMarked;
                """);
        write("Counter.java", """
                package strict;
                import dev.mosaic.Task;
                import dev.mosaic.Tessera;
                import java.io.IOException;
                import java.util.List;
                import java.util.Map;
                import java.util.Optional;
                import java.util.concurrent.CompletableFuture;
                import org.jspecify.annotations.Nullable;
                @Tessera(concurrency = 2)
                public class Counter<T extends @Nullable Object> implements Comparable<Counter<T>> {
                    public long count;
                    @Nullable String note;
                    public final T first;
                    Counter(T first) { this.first = first; }
                    Counter(T first, @Nullable String note) { this.first = first; this.note = note; }
                    public long add(int step) { count += step; return count; }
                    public long add(Integer step, long... more) { count += step + more.length; return count; }
                    public @Nullable String hint(@Nullable T hint) throws IOException { return note; }
                    public List<@Nullable String> notes(Map<String, @Nullable T> all) { throw new IllegalStateException("" + all); }
                    public CompletableFuture<@Nullable String> later() { return CompletableFuture.completedFuture(note); }
                    public void join(CounterProxy<T> other, String[] names) { note = other.uid() + names.length; }
                    public Optional<T> log(Object anything) { return Optional.empty(); }
                    public Optional<T> log(String text) { return Optional.empty(); }
                    public <S> Task<List<S>> none() { throw new IllegalStateException("none"); }
                    @Deprecated public void old() {}
                    @Override public int compareTo(Counter<T> other) { return Long.compare(count, other.count); }
                }
                """);
        write("Main.java", """
                package strict;
                import dev.mosaic.Arg;
                import dev.mosaic.Task;
                import org.jspecify.annotations.Nullable;
                final class Main {
                    private Main() {}
                    static int main() {
                        CounterProxy<String> counter = CounterProxy.remote("x", (String) null);
                        CounterProxy<String> named = CounterProxy.withOptions(o -> o.name("n")).remote("x");
                        Task<Long> added = counter.add(1);
                        Task<@Nullable Void> joined = counter.join(named, new String[0]);
                        Task<@Nullable String> hinted = counter.after(joined).hint(Arg.of("x"));
                        Task<@Nullable String> later = counter.unordered().later();
                        String text = hinted.result();
                        Task<@Nullable Void> written = counter.note(later);
                        return text == null ? added.result().intValue() : written.uid().length();
                    }
                }
                """);
        assertThat(javac()).isEmpty();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** All that it printed. */
    private String javac() throws IOException, InterruptedException {
        String path = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        OPENED.forEach(
                part -> command.add("-J--add-exports=jdk.compiler/com.sun.tools.javac." + part + "=ALL-UNNAMED"));
        command.addAll(List.of(
                "-J--add-opens=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED",
                "-J--add-opens=jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED",
                "-J--sun-misc-unsafe-memory-access=allow",
                "-Xlint:all,-classfile,-processing",
                "-Werror",
                "-XDcompilePolicy=simple",
                "--should-stop=ifError=FLOW",
                "-XDaddTypeAnnotationsToSymbol=true",
                "-Xplugin:ErrorProne -Xep:NullAway:ERROR -XepOpt:NullAway:AnnotatedPackages=strict"
                        + " -XepOpt:NullAway:JSpecifyMode=true",
                "-processor",
                TesseraProcessor.class.getName(),
                "-processorpath",
                path,
                "-cp",
                path,
                "-d",
                folder.resolve("out").toString()));
        try (Stream<Path> sources = Files.list(folder)) {
            sources.filter(source -> source.toString().endsWith(".java"))
                    .sorted()
                    .forEach(source -> command.add(source.toString()));
        }
        File output = folder.resolve("javac.txt").toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(process.waitFor(50, TimeUnit.SECONDS)).as("javac ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output.toPath());
    }
}
