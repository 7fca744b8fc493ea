package dev.mosaic.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Another program of the bench's own class path, in a process of its own, that speaks in lines.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> {@link IOException} where it ends before it said what was waited for.
 */
final class Program implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final Process process;
    private final BufferedReader from;
    private final Writer to;

    private Program(Process process) {
        this.process = process;
        this.from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.to = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    }

    /** @param environment is set beside what this process has */
    static Program start(Class<?> main, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName()))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        return new Program(builder.start());
    }

    void say(String line) throws IOException {
        to.write(line + "\n");
        to.flush();
    }

    /** Reads up to that line. */
    void awaitLine(String expected) throws IOException {
        for (String line = from.readLine(); !expected.equals(line); line = from.readLine()) {
            if (line == null) {
                throw new IOException("the program ended before it said " + expected);
            }
        }
    }

    /** Closes its input, which ends it; kills it where it does not end. */
    @Override
    public void close() {
        try {
            to.close();
            if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException endedAlready) {
            // Then there is nothing to end.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
