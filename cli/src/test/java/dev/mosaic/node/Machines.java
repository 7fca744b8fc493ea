package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.cli.CliMain;
import dev.mosaic.keys.KeyFiles;
import dev.mosaic.keys.KeyFilesException;
import dev.mosaic.process.Access;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.FreePorts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that is put together by hand, of processes as {@code mosaic head} and {@code mosaic node} start them. Each has the class path of
 * the test but for the tests: what these use travels.
 */
public final class Machines implements AutoCloseable {
    /** They live for seconds: without C2 they take a fifth less of the processor. */
    private static final List<String> JVM = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx512m",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /** JVMs start slowly where many do. */
    private static final Duration START = Eventually.PATIENCE;

    private final Map<String, RunningProgram> processes = new LinkedHashMap<>();
    private final String address;

    private final @Nullable Hosts hosts;
    private final String keys;
    private final Map<String, Integer> at = new HashMap<>();
    private final Map<String, List<String>> within = new HashMap<>();

    private Machines(String address, @Nullable Hosts hosts, String keys) {
        this.address = address;
        this.hosts = hosts;
        this.keys = keys;
    }

    /** The same, with keys. */
    public static Machines onLoopback(Path keys) throws IOException {
        return new Machines(onLoopback().address, null, keys.toString());
    }

    /** Makes a folder of keys for a day. */
    public static Path keys(Path parent) throws IOException {
        Path folder = parent.resolve("keys");
        try {
            var _ = new KeyFiles(folder).make(Duration.ofDays(1));
        } catch (KeyFilesException failed) {
            throw new IOException(failed);
        }
        return folder;
    }

    /** None yet; on host 0, where {@link #at} does not say another. */
    public static Machines on(Hosts hosts, Path keys) {
        return new Machines(hosts.address(0) + ":7600", hosts, keys.toString());
    }

    /** The next process of that name is on that host. */
    public Machines at(int host, String name) {
        at.put(name, host);
        return this;
    }

    /** The next process of that name is started by that command, which runs the rest of its line. */
    public Machines within(List<String> prefix, String name) {
        within.put(name, prefix);
        return this;
    }

    /** None yet; all on loopback. */
    public static Machines onLoopback() {
        return new Machines("127.0.0.1:" + FreePorts.next(2), null, "");
    }

    /** For {@code Mosaic.connect}. */
    public String address() {
        return "tcp://" + address;
    }

    /** What its http API wants to be shown for all that it does. */
    public String token() {
        if (keys.isEmpty()) {
            return Access.of(keys).token();
        }
        try {
            return Files.readString(Path.of(keys, "admin.token")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For programs outside, where the head was started with {@code --gateway} and {@link #gateway}. */
    public String outside() {
        return "mosaic://" + gateway();
    }

    public String gateway() {
        int colon = address.lastIndexOf(':');
        return address.substring(0, colon + 1) + (Integer.parseInt(address.substring(colon + 1)) + 1);
    }

    public Machines head(String... arguments) throws IOException {
        start("head", "Listening at", List.of("head", "--listen", address), arguments);
        return this;
    }

    public Machines warehouse(String... arguments) throws IOException {
        start("warehouse", "joins", List.of("warehouse", "--join", address), arguments);
        return this;
    }

    /** Returns at once: it may come before the head. */
    public Machines node(String name, int workers, String... arguments) throws IOException {
        start(
                name,
                "",
                List.of(
                        "node",
                        "--join",
                        address,
                        "--workers",
                        Integer.toString(workers),
                        "--jvm=-Xmx256m",
                        "--jvm=" + ChildJvms.JIT),
                arguments);
        return this;
    }

    /** The classes of tests and examples travel. */
    private static String withoutTests() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains("test-classes")
                        && !entry.endsWith("-tests.jar")
                        && !entry.contains("/examples/"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void start(String name, String up, List<String> verb, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(verb);
        all.addAll(List.of(arguments));
        if (!keys.isEmpty()) {
            all.addAll(List.of("--keys", keys));
        }
        List<String> prefix = new ArrayList<>(hosts == null ? List.of() : hosts.prefix(at.getOrDefault(name, 0)));
        prefix.addAll(within.getOrDefault(name, List.of()));
        RunningProgram process =
                RunningProgram.startWith(withoutTests(), prefix, CliMain.class, JVM, all.toArray(String[]::new));
        processes.put(name, process);
        Eventually.holds(name + " is up", START, () -> process.output().contains(up) || !process.isAlive());
        assertThat(process.output()).as("what %s says", name).contains(up);
    }

    /** Whether a process of that name was started. */
    public boolean has(String name) {
        return processes.containsKey(name);
    }

    public RunningProgram process(String name) {
        return java.util.Objects.requireNonNull(processes.get(name), name);
    }

    public void awaitJoined(String name) {
        Eventually.holds(
                name + " has joined", START, () -> process(name).output().contains(" joined "));
    }

    /** As {@code kill -9} does. */
    public void kill(String name) {
        process(name).kill();
        awaitEnd(process(name));
    }

    @Override
    public void close() {
        List<RunningProgram> last = new ArrayList<>(processes.values()).reversed();
        last.forEach(RunningProgram::stop);
        for (RunningProgram process : last) {
            awaitEnd(process);
        }
    }

    private static void awaitEnd(RunningProgram process) {
        try {
            var _ = process.awaitEnd(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
