package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.ResultLostException;
import dev.mosaic.StartOptions;
import dev.mosaic.Task;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import program.Idler;
import program.Reader;

/** Entries where each worker is a process: what is shared is shared between processes. */
class ProcessRefTest extends RefSuite {
    @Override
    void choose(StartOptions options) {
        options.jvmArguments(ChildJvms.JIT);
    }

    /** Pages of shared memory count for each process by the share it has of them. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldKeepOneCopyForAllProcesses_S4_2() {
        Remote<Reader> first = reader();
        Remote<Reader> second = elsewhere(first);
        List<Long> pids = List.of(
                ProcessHandle.current().pid(),
                first.call(Reader::pid).result(LONG),
                second.call(Reader::pid).result(LONG));
        long before = sharedMiB(pids);
        Ref<double[]> ref = mosaic().put(filled(6 << 20, 1)); // 48 MiB
        Task<Double> one = first.call(Reader::sumOfSegment, ref);
        Task<Double> other = second.call(Reader::sumOfSegment, ref);
        assertThat(one.result(LONG)).isEqualTo(6 << 20);
        assertThat(other.result(LONG)).isEqualTo(6 << 20);
        assertThat(sharedMiB(pids) - before).as("MiB shared by three processes").isBetween(40L, 56L);
        ref.drop();
        Eventually.holds("it is gone from memory", () -> sharedMiB(pids) - before < 8);
    }

    @Test
    void shouldKeepADurableResultWhenItsWorkerIsKilled_S3_3() {
        Remote<Reader> reader = reader();
        Task<double[]> kept = reader.withCallOptions(o -> o.durableResult()).call(Reader::ones, 100_000);
        Task<double[]> lost = reader.call(Reader::ones, 100_000);
        kept.await(LONG);
        lost.await(LONG);
        long pid = reader.call(Reader::pid).result(LONG);
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
        Eventually.holds("the worker was lost", () -> reader.state() == dev.mosaic.TesseraProxy.State.FAILED);
        assertThat(kept.result(LONG)).hasSize(100_000);
        assertThatThrownBy(() -> lost.result(LONG)).isInstanceOf(ResultLostException.class);
        Eventually.holds("the loss is told", () -> log.count("SIGKILL") == 1);
        Eventually.holds(
                "a fresh worker takes its place",
                Duration.ofSeconds(30),
                () -> mosaic().workers().size() == 2);
        log.expect(1, "SIGKILL");
    }

    private Remote<Reader> elsewhere(Remote<Reader> other) {
        other.call(Reader::pid).await(LONG);
        for (int i = 0; i < 100; i++) {
            Remote<Reader> candidate = reader();
            candidate.call(Reader::pid).await(LONG);
            if (!candidate.worker().equals(other.worker())) {
                return candidate;
            }
        }
        throw new AssertionError("all tesserae are in " + other.worker());
    }

    private static long sharedMiB(List<Long> pids) {
        long kib = 0;
        for (long pid : pids) {
            try {
                for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup"))) {
                    if (line.startsWith("Pss_Shmem:")) {
                        kib += Long.parseLong(line.replaceAll("\\D", ""));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return kib / 1024;
    }

    /** S4: nothing is left in shared memory, whoever is killed. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldLeaveNothingInSharedMemory_S4_4(@TempDir Path temporary) throws Exception {
        List<Long> pids = new ArrayList<>();
        try (RunningProgram program =
                RunningProgram.start(Idler.class, List.of("-Djava.io.tmpdir=" + temporary), "puts")) {
            Eventually.holds("the program is up", () -> program.output().contains("up\n"));
            pids.addAll(program.workers());
            pids.add(program.pid());
            assertThat(names(pids)).as("names of slabs while it runs").isEmpty();
            program.kill();
        }
        Eventually.holds(
                "no process is left",
                () -> pids.stream()
                        .noneMatch(pid -> ProcessHandle.of(pid)
                                .map(ProcessHandle::isAlive)
                                .orElse(false)));
        assertThat(names(pids)).as("names of slabs").isEmpty();
    }

    /** Those of slabs of these processes: {@code mosaic-<owner>-<pid>-<slab>}. */
    private static List<String> names(List<Long> pids) throws IOException {
        try (var files = Files.list(Path.of("/dev/shm"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("mosaic-"))
                    .filter(name -> pids.stream().anyMatch(pid -> name.contains("-" + pid + "-")))
                    .toList();
        }
    }

    @Test
    void shouldKeepEntriesOfAKilledWorker_S4_5() throws Exception {
        Remote<Reader> victim = reader();
        long pid = victim.call(Reader::pid).result(LONG);
        Ref<double[]> ref = victim.call(Reader::puts, 100_000, 5.0).result(LONG);
        Process kill = new ProcessBuilder("kill", "-9", Long.toString(pid)).start();
        assertThat(kill.waitFor(5, TimeUnit.SECONDS)).isTrue();
        Eventually.holds("the loss is told", () -> log.count("SIGKILL") == 1);
        Eventually.holds("a fresh worker takes its place", Duration.ofSeconds(30), () -> {
            List<String> workers = mosaic().workers();
            return workers.size() == 2 && ProcessHandle.of(pid).isEmpty();
        });
        log.expect(1, "SIGKILL");
        assertThat(ref.value()).hasSize(100_000).contains(5.0);
        assertThat(reader().call(Reader::sum, ref).result(LONG)).isEqualTo(500_000);
        Mosaic.current().put(filled(10, 1)).drop();
        ref.drop();
    }
}
