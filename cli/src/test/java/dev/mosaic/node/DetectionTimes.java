package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Inhabitant;
import program.Sleeper;

/**
 * Measures how soon a caller hears that the worker of a call that runs was killed, or that its machine was cut off. Run by {@code make
 * detection}, and not with the tests: it takes a quarter of an hour.
 *
 * <p>{@code -Dmosaic.tries=50}; lines of JSON are added to {@code -Dmosaic.out}.
 */
class DetectionTimes {
    private static final int TRIES = Integer.getInteger("mosaic.tries", 50);
    private static final Path OUT = Path.of(System.getProperty("mosaic.out", "target/detection.jsonl"));
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final long FOR_EVER_MILLIS = 600_000;
    private static final int MACHINES = 2;

    @TempDir
    Path folder;

    @Test
    void shouldHearOfAKilledWorkerWithinASecond_S7_1() throws IOException {
        List<Double> millis = new ArrayList<>();
        try (Transcript transcript = new Transcript();
                Mosaic mosaic = Mosaic.start(2)) {
            for (int i = 0; i < TRIES; i++) {
                Eventually.holds(
                        "there are two workers", LONG, () -> mosaic.workers().size() == 2);
                String worker = mosaic.workers().get(i % 2);
                long pid = in(mosaic, worker).call(Inhabitant::pid).result(LONG);
                Task<long[]> running = running(mosaic, worker);
                long begun = System.nanoTime();
                assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly())
                        .isTrue();
                millis.add(lost(running, begun));
            }
            assertThat(transcript.error()).isNotEmpty();
        }
        report("worker_killed", millis);
        assertThat(Collections.max(millis)).isLessThan(1_000);
    }

    @Test
    void shouldHearOfAMachineThatIsCutOffWithinTenSeconds_S7_1() throws Exception {
        assumeTrue(Hosts.obstacle().isEmpty(), Hosts.obstacle());
        Path keys = Machines.keys(folder);
        List<Double> millis = new ArrayList<>();
        try (Transcript transcript = new Transcript();
                Hosts hosts = Hosts.open(1 + MACHINES);
                Machines machines = Machines.on(hosts, keys)
                        .at(1, "one")
                        .at(2, "two")
                        .head()
                        .node("one", 1)
                        .node("two", 1)) {
            machines.awaitJoined("one");
            machines.awaitJoined("two");
            try (Mosaic mosaic = Mosaic.connect(machines.address(), options -> options.keys(keys))) {
                while (millis.size() < TRIES) {
                    millis.addAll(cutAll(mosaic, hosts, machines));
                }
            }
            assertThat(transcript.error()).isNotEmpty();
        }
        report("machine_cut", millis);
        assertThat(Collections.max(millis)).isLessThan(10_000);
    }

    /** Cuts one machine after the other, at any moment of the second that heartbeats take, and mends both. */
    private static List<Double> cutAll(Mosaic mosaic, Hosts hosts, Machines machines) throws Exception {
        List<String> names = List.of("one", "two");
        List<String> workers =
                names.stream().map(name -> staffed(mosaic, machines, name)).toList(); // while neither is busy
        List<Task<long[]>> running =
                workers.stream().map(worker -> running(mosaic, worker)).toList();
        List<CompletableFuture<Double>> times = new ArrayList<>();
        for (int i = 0; i < MACHINES; i++) {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.SECONDS.toNanos(1)));
            Task<long[]> task = running.get(i);
            long begun = System.nanoTime();
            hosts.cut(i + 1);
            times.add(CompletableFuture.supplyAsync(() -> lost(task, begun), Thread::startVirtualThread));
        }
        List<Double> millis =
                times.stream().map(CompletableFuture::join).collect(Collectors.toCollection(ArrayList::new));
        for (int i = 0; i < MACHINES; i++) {
            int before = joined(machines, names.get(i)).size();
            String name = names.get(i);
            hosts.mend(i + 1);
            Eventually.holds(
                    "it comes again", LONG, () -> joined(machines, name).size() > before);
        }
        return millis;
    }

    /** The worker that this machine's node has for this program now. */
    private static String staffed(Mosaic mosaic, Machines machines, String name) {
        String worker = "worker:" + joined(machines, name).getLast() + ":0";
        Eventually.holds(worker + " is there", LONG, () -> {
            mosaic.remote(Inhabitant::new).call(Inhabitant::worker).await(LONG);
            return mosaic.workers().contains(worker);
        });
        return worker;
    }

    /** The numbers that the node of this machine had, the last one last. */
    private static List<String> joined(Machines machines, String name) {
        return machines.process(name)
                .output()
                .lines()
                .filter(line -> line.matches("NODE:\\d+ joined .*"))
                .map(line -> line.replaceAll("NODE:(\\d+) .*", "$1"))
                .toList();
    }

    private static Remote<Inhabitant> in(Mosaic mosaic, String worker) {
        return mosaic.withOptions(options -> options.worker(worker)).remote(Inhabitant::new);
    }

    /** A call that runs there and would not end. */
    private static Task<long[]> running(Mosaic mosaic, String worker) {
        Remote<Sleeper> sleeper =
                mosaic.withOptions(options -> options.worker(worker)).remote(Sleeper::new);
        sleeper.call(Sleeper::sleep, 0L).await(LONG);
        assertThat(sleeper.worker()).isEqualTo(worker);
        Task<long[]> running = sleeper.call(Sleeper::sleep, FOR_EVER_MILLIS);
        Eventually.holds("it runs", LONG, () -> running.state() == Task.State.RUNNING);
        return running;
    }

    /** Milliseconds until its caller heard. */
    private static double lost(Task<long[]> running, long begun) {
        try {
            running.await(LONG);
        } catch (WorkerLostException heard) {
            return (System.nanoTime() - begun) / 1e6;
        }
        throw new AssertionError("the call went on");
    }

    private static void report(String workload, List<Double> millis) throws IOException {
        List<Double> sorted = millis.stream().sorted().toList();
        Function<Double, String> quantile = part -> String.format(Locale.ROOT, "%.1f", sorted.get((int)
                Math.min(sorted.size() - 1L, Math.round(part * sorted.size()))));
        String line = "{\"workload\": \"" + workload + "\", \"unit\": \"ms\", \"tries\": " + sorted.size()
                + ", \"min\": " + quantile.apply(0.0) + ", \"median\": " + quantile.apply(0.5) + ", \"p95\": "
                + quantile.apply(0.95) + ", \"max\": " + quantile.apply(1.0) + ", \"load1\": "
                + Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0] + ", \"values\": "
                + sorted.stream()
                        .map(each -> String.format(Locale.ROOT, "%.1f", each))
                        .collect(Collectors.joining(", ", "[", "]"))
                + "}\n";
        Files.writeString(OUT, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        System.out.print(line);
    }
}
