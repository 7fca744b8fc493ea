package dev.mosaic.node;

import dev.mosaic.testing.Fork;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Hosts with a network of their own, on this machine: network namespaces on a bridge, this process's own host being one more.
 *
 * <pre>
 *   this process 10.213.N.1 ── bridge ── host 0 10.213.N.2
 *                                    ├── host 1 10.213.N.3 ...
 * </pre>
 *
 * <p>Needs root and the {@code ip} of iproute2.
 */
public final class Hosts implements AutoCloseable {
    private final int network;
    private final Deque<List<String>> undo = new ArrayDeque<>();

    private Hosts(int network) {
        this.network = network;
    }

    /** Why there can be none here; empty where there can. */
    public static String obstacle() {
        try {
            return run(List.of("ip", "netns", "list")).code() == 0
                            && System.getProperty("user.name").equals("root")
                    ? ""
                    : "network namespaces need root";
        } catch (IOException missing) {
            return "network namespaces need the ip of iproute2: " + missing.getMessage();
        }
    }

    public static Hosts open(int count) throws IOException {
        Fork.Range own = Fork.own().part(1, 251);
        Hosts hosts = new Hosts(own.first() + (int) (ProcessHandle.current().pid() % own.size()));
        try {
            hosts.make(count);
            return hosts;
        } catch (IOException | RuntimeException e) {
            hosts.close();
            throw e;
        }
    }

    private void make(int count) throws IOException {
        String bridge = "mbr" + network;
        ip("link", "del", bridge); // of a run that was killed
        must(List.of("ip", "link", "del", bridge), "ip", "link", "add", bridge, "type", "bridge");
        must(List.of(), "ip", "addr", "add", here() + "/24", "dev", bridge);
        must(List.of(), "ip", "link", "set", bridge, "up");
        for (int host = 0; host < count; host++) {
            String name = name(host);
            ip("netns", "del", name);
            ip("link", "del", cable(host));
            must(List.of("ip", "netns", "del", name), "ip", "netns", "add", name);
            // Unplugged by name at the end: a namespace that is deleted lets go of its own only some time later.
            must(
                    List.of("ip", "link", "del", cable(host)),
                    "ip",
                    "link",
                    "add",
                    cable(host),
                    "type",
                    "veth",
                    "peer",
                    "name",
                    "eth0",
                    "netns",
                    name);
            must(List.of(), "ip", "link", "set", cable(host), "master", bridge, "up");
            inside(host, "ip", "addr", "add", address(host) + "/24", "dev", "eth0");
            inside(host, "ip", "link", "set", "eth0", "up");
            inside(host, "ip", "link", "set", "lo", "up");
        }
    }

    /** The address of this process's own host. */
    public String here() {
        return "10.213." + network + ".1";
    }

    public String address(int host) {
        return "10.213." + network + "." + (host + 2);
    }

    private String name(int host) {
        return "mosaic-" + network + "-" + host;
    }

    private String cable(int host) {
        return "mv" + network + "x" + host;
    }

    /** Put before a command, has it run on that host. */
    public List<String> prefix(int host) {
        return List.of("ip", "netns", "exec", name(host));
    }

    /** From now on nothing of this process's host gets there. */
    public void forbid(int host) throws IOException {
        must(
                List.of("ip", "route", "del", "unreachable", address(host)),
                "ip",
                "route",
                "add",
                "unreachable",
                address(host));
    }

    /** Takes back {@link #forbid}. */
    public void permit(int host) throws IOException {
        List<String> way = List.of("ip", "route", "del", "unreachable", address(host));
        undo.remove(way);
        must(List.of(), way.toArray(String[]::new));
    }

    /** Pulls its cable: packets vanish, nobody is told. */
    public void cut(int host) throws IOException {
        must(List.of(), "ip", "link", "set", cable(host), "nomaster");
    }

    public void mend(int host) throws IOException {
        must(List.of(), "ip", "link", "set", cable(host), "master", "mbr" + network);
    }

    /** The ids of the processes that run there. */
    public List<Long> processes(int host) throws IOException {
        return run(List.of("ip", "netns", "pids", name(host)))
                .said()
                .lines()
                .map(Long::valueOf)
                .toList();
    }

    private void inside(int host, String... command) throws IOException {
        List<String> all = new ArrayList<>(prefix(host));
        all.addAll(List.of(command));
        must(List.of(), all.toArray(String[]::new));
    }

    private static void ip(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("ip"));
        all.addAll(List.of(arguments));
        var _ = run(all);
    }

    private void must(List<String> undoing, String... command) throws IOException {
        Ended ended = run(List.of(command));
        if (ended.code() != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + ended.code() + ": " + ended.said());
        }
        if (!undoing.isEmpty()) {
            undo.push(undoing);
        }
    }

    private record Ended(int code, String said) {}

    private static Ended run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", command) + " does not end: " + said);
            }
            return new Ended(process.exitValue(), said.strip());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        while (!undo.isEmpty()) {
            try {
                var _ = run(undo.pop());
            } catch (IOException e) {
                throw new AssertionError("a host is left behind", e);
            }
        }
    }
}
