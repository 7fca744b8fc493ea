package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.S3Options;
import dev.mosaic.node.Hosts;
import dev.mosaic.node.Machines;
import dev.mosaic.testing.Eventually;
import dev.mosaic.warehouse.s3.S3Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A cluster of four hosts with keys, two nodes of one worker, a warehouse with a disk of its own and a bucket, and a program that comes by the
 * gateway. Each of its parts can be harmed, and is whole again afterwards. What ends by itself is started again, as systemd or Kubernetes does: a
 * warehouse does that which was held for dead.
 *
 * <pre>
 *   this host: the program, S3       host 0: head    host 1: warehouse    host 2, 3: nodes one, two
 * </pre>
 *
 * <p><b>Threading:</b> harm to different targets may come from different threads.
 */
final class FaultyCluster implements AutoCloseable {
    private static final Map<String, Integer> HOSTS = Map.of("head", 0, "warehouse", 1, "one", 2, "two", 3);
    private static final String DISK_SIZE = "64m";

    private final Path folder;
    private final Hosts hosts;
    private final S3Server minio;
    private final S3Options bucket;
    private final Machines machines;
    private final List<Path> mounted = new ArrayList<>();
    private final Set<String> killed = new HashSet<>();

    private FaultyCluster(Path folder, Hosts hosts, S3Server minio) throws IOException {
        this.folder = folder;
        this.hosts = hosts;
        this.minio = minio;
        this.bucket = minio.bucket("chaos");
        Path keys = Machines.keys(folder);
        this.machines = Machines.on(hosts, keys);
        HOSTS.forEach((name, host) -> machines.at(host, name));
    }

    /** Keys are in {@code folder/keys}. */
    static FaultyCluster open(Path folder) throws IOException, InterruptedException {
        Hosts hosts = Hosts.open(4);
        S3Server minio = S3Server.own(Files.createDirectory(folder.resolve("minio")), hosts.here());
        FaultyCluster cluster = new FaultyCluster(folder, hosts, minio);
        try {
            for (String name : List.of("warehouse", "one", "two")) {
                cluster.mount(name);
            }
            for (String name : List.of("head", "warehouse", "one", "two")) {
                cluster.start(name);
            }
            cluster.machines.awaitJoined("one");
            cluster.machines.awaitJoined("two");
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    /** For programs. */
    String address() {
        return machines.outside();
    }

    private void mount(String name) throws IOException, InterruptedException {
        Path disk = Files.createDirectory(folder.resolve("disk-" + name));
        run("mount", "-t", "tmpfs", "-o", "mode=0700,size=" + DISK_SIZE, "tmpfs", disk.toString());
        mounted.add(disk);
    }

    private Path disk(String name) {
        return folder.resolve("disk-" + name);
    }

    private void start(String name) throws IOException {
        switch (name) {
            case "head" -> machines.head("--no-warehouse", "--gateway", machines.gateway());
            case "warehouse" -> {
                machines.within(
                        List.of(
                                "env",
                                "MOSAIC_S3_ENDPOINT=" + bucket.endpoint(),
                                "MOSAIC_S3_BUCKET=" + bucket.bucket(),
                                "MOSAIC_S3_ACCESS_KEY=" + S3Server.who(bucket).accessKey(),
                                "MOSAIC_S3_SECRET_KEY=" + S3Server.who(bucket).secretKey()),
                        name);
                machines.warehouse(
                        "--host",
                        hosts.address(1),
                        "--folder",
                        disk(name).toString(),
                        "--memory",
                        "64MiB",
                        "--disk",
                        "48MiB");
            }
            default ->
                machines.node(name, 1, "--folder", disk(name).toString(), "--memory", "64MiB", "--disk", "48MiB");
        }
    }

    /** Starts what has ended by itself. */
    synchronized void supervise() throws IOException {
        for (String name : HOSTS.keySet()) {
            if (!killed.contains(name) && !machines.process(name).isAlive()) {
                System.out.println("chaos: " + name + " has ended and is started again");
                start(name);
            }
        }
    }

    private synchronized void kill(String name) throws IOException {
        killed.add(name);
        machines.kill(name);
    }

    private synchronized void startAgain(String name) throws IOException {
        start(name);
        killed.remove(name);
    }

    /** Does it, and has it done with when the answer is closed. */
    Harm harm(Fault fault) throws IOException, InterruptedException {
        return switch (fault.target()) {
            case WORKER -> harmWorker(fault.kind());
            case NODE_ONE -> harm(fault.kind(), "one");
            case NODE_TWO -> harm(fault.kind(), "two");
            case HEAD -> harm(fault.kind(), "head");
            case WAREHOUSE -> harm(fault.kind(), "warehouse");
            case BUCKET -> harmBucket(fault.kind());
        };
    }

    /** What ends a fault. */
    interface Harm {
        void mend() throws IOException, InterruptedException;
    }

    private Harm harm(Fault.Kind kind, String name) throws IOException, InterruptedException {
        return switch (kind) {
            case KILL -> {
                kill(name);
                yield () -> startAgain(name);
            }
            case STOP -> {
                long pid = machines.process(name).pid();
                run("kill", "-STOP", Long.toString(pid));
                yield () -> run("kill", "-CONT", Long.toString(pid));
            }
            case CUT -> {
                hosts.cut(HOSTS.get(name));
                yield () -> hosts.mend(HOSTS.get(name));
            }
            case FULL_DISK -> {
                Path filler = disk(name).resolve("filler");
                // Until nothing more fits.
                var _ = new ProcessBuilder("dd", "if=/dev/zero", "of=" + filler, "bs=64k")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
                yield () -> Files.delete(filler);
            }
        };
    }

    /** The one that serves longest, so not one that is kept ready. */
    private Harm harmWorker(Fault.Kind kind) throws IOException, InterruptedException {
        ProcessHandle worker = Stream.of("one", "two")
                .flatMap(name -> machines.process(name).workers().stream())
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .filter(process -> process.info().startInstant().isPresent())
                .min(Comparator.comparing(
                        process -> process.info().startInstant().orElseThrow()))
                .orElse(null);
        if (worker == null) {
            return () -> {};
        }
        run("kill", kind == Fault.Kind.KILL ? "-KILL" : "-STOP", Long.toString(worker.pid()));
        return () -> {
            if (kind == Fault.Kind.STOP) {
                signal(worker.pid(), "CONT");
            }
        };
    }

    private Harm harmBucket(Fault.Kind kind) throws IOException, InterruptedException {
        if (kind == Fault.Kind.KILL) {
            minio.end();
            return minio::start;
        }
        minio.signal("STOP");
        return () -> minio.signal("CONT");
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", command) + ": " + said)
                .isZero();
    }

    /** What programs have left in the bucket. The warehouse's own marks stay. */
    List<String> entriesInBucket() {
        return minio.keys(bucket).stream()
                .filter(key -> key.endsWith(".entry") || key.contains("/lives/"))
                .toList();
    }

    /** What programs have left on disks. */
    List<String> entriesOnDisks() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path disk : mounted) {
            try (Stream<Path> files = Files.walk(disk)) {
                files.map(Path::toString)
                        .filter(name -> name.endsWith(".entry"))
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** The last lines that each process printed. */
    String said() {
        StringBuilder said = new StringBuilder();
        for (String name : List.of("head", "warehouse", "one", "two")) {
            List<String> lines = machines.process(name).output().lines().toList();
            said.append("--- ").append(name).append('\n');
            lines.subList(Math.max(0, lines.size() - 60), lines.size())
                    .forEach(line -> said.append(line).append('\n'));
        }
        return said.toString();
    }

    /** Ends all, and looks whether a process is left that knew the cluster's address. What a failed test left stopped or cut off is mended first. */
    @Override
    public void close() {
        try {
            for (Map.Entry<String, Integer> each : HOSTS.entrySet()) {
                if (machines.has(each.getKey())) {
                    signal(machines.process(each.getKey()).pid(), "CONT");
                }
                hosts.mend(each.getValue());
            }
            machines.close();
            Eventually.holds(
                    "no process of the cluster is left",
                    Duration.ofSeconds(20),
                    () -> leftovers().isEmpty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            leftovers().forEach(process -> {
                System.out.println(
                        "chaos: left behind: " + process.info().commandLine().orElse("") + " " + process.pid());
                process.destroyForcibly();
            });
            minio.close();
            mounted.forEach(FaultyCluster::unmount);
            hosts.close();
        }
    }

    private static void unmount(Path disk) {
        try {
            run("umount", disk.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void signal(long pid, String name) throws IOException {
        try {
            var _ = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What runs on the four hosts: heads, warehouses, nodes and their workers. */
    private List<ProcessHandle> leftovers() {
        List<ProcessHandle> found = new ArrayList<>();
        for (int host : HOSTS.values()) {
            try {
                hosts.processes(host).forEach(pid -> ProcessHandle.of(pid).ifPresent(found::add));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }
}
