package dev.mosaic.node;

import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A user's program in a JVM of its own. */
public final class RunningProgram implements AutoCloseable {
    private final Process process;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Thread pump;

    private RunningProgram(Process process) {
        this.process = process;
        this.pump = Thread.ofPlatform().daemon().name("program-output").start(this::read);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException ended) {
            // What it said last was read.
        }
    }

    public static RunningProgram start(Class<?> main, List<String> jvmArguments, String... arguments)
            throws IOException {
        return startWith(System.getProperty("java.class.path"), List.of(), main, jvmArguments, arguments);
    }

    /**
     * Starts it with that class path.
     *
     * @param prefix a command that runs the rest of its line; empty for none
     */
    public static RunningProgram startWith(
            String classPath, List<String> prefix, Class<?> main, List<String> jvmArguments, String... arguments)
            throws IOException {
        return start(classPath, prefix, main.getName(), jvmArguments, arguments);
    }

    /** Starts a program whose main class only that class path has. */
    public static RunningProgram startNamed(
            String classPath, String main, List<String> jvmArguments, String... arguments) throws IOException {
        return start(classPath, List.of(), main, jvmArguments, arguments);
    }

    private static RunningProgram start(
            String classPath, List<String> prefix, String main, List<String> jvmArguments, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(ChildJvms.JIT);
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(List.of(arguments));
        return new RunningProgram(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** All it printed so far. */
    public String output() {
        return String.join("\n", lines) + "\n";
    }

    /** The process ids of its workers. */
    public List<Long> workers() {
        try (Stream<ProcessHandle> children = process.children()) {
            return children.map(ProcessHandle::pid).toList();
        }
    }

    /** As {@code kill} does: it may end in good order. Not by {@link Process}, which would close the pipes unread. */
    public void stop() {
        process.toHandle().destroy();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** As {@code kill -9} does. */
    public void kill() {
        process.destroyForcibly();
    }

    /** The exit code, once it has ended and its output was read. It has that long, or {@link Eventually#PATIENCE} where that is more. */
    public int awaitEnd(long seconds) throws InterruptedException {
        long limit = Math.max(seconds, Eventually.PATIENCE.toSeconds());
        if (!process.waitFor(limit, TimeUnit.SECONDS)) {
            kill();
            throw new AssertionError("the program still runs after " + limit + " s; it printed\n" + output());
        }
        pump.join(TimeUnit.SECONDS.toMillis(5));
        return process.exitValue();
    }

    @Override
    public void close() {
        kill();
    }
}
