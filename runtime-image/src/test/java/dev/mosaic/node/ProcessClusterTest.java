package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.TaskCancelledException;
import dev.mosaic.TimedOutException;
import dev.mosaic.WorkerLostException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import program.Inhabitant;
import program.Ledger;
import program.Sleeper;

/** {@code Mosaic.start(n)}: each worker is a process. */
class ProcessClusterTest extends ClusterSuite {
    @Override
    Mosaic open() {
        return Mosaic.start(2);
    }

    @Test
    void shouldGiveEachWorkerAProcess_S1_3() {
        List<Long> pids = inhabitants().stream()
                .map(each -> each.call(Inhabitant::pid).result(LONG))
                .toList();
        assertThat(pids)
                .doesNotHaveDuplicates()
                .doesNotContain(ProcessHandle.current().pid());
    }

    @Test
    void shouldFailCallsOfAKilledWorkerAtOnce_S7_1() {
        Remote<Inhabitant> victim = inhabitants().getFirst();
        long pid = victim.call(Inhabitant::pid).result(LONG);
        Remote<Ledger> elsewhere = survivor(victim);
        Task<Integer> running = mosaic().remote(Ledger::new).call(Ledger::count);
        running.await(LONG);
        long killed = System.nanoTime();
        kill(pid);
        assertThatThrownBy(() -> victim.call(Inhabitant::pid).result(LONG)).isInstanceOf(WorkerLostException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - killed))
                .as("from the kill to the failure")
                .isLessThan(Duration.ofSeconds(1));
        log.expect(1, "is lost: its process was ended by signal 9 (SIGKILL)");
        assertThat(elsewhere.call(Ledger::note, 1).result(LONG))
                .as("others live on")
                .isEqualTo(1);
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic().workers().size() == 2);
        assertThat(inhabitants()).as("and takes tesserae").hasSize(2);
    }

    @Test
    void shouldTellHowAWorkerEnded_S7_1() {
        Remote<Inhabitant> victim = mosaic().remote(Inhabitant::new);
        assertThatThrownBy(() -> victim.call(Inhabitant::exits, 3).result(LONG))
                .isInstanceOf(WorkerLostException.class)
                .hasMessageContaining("exit code 3");
        log.expect(1, "exit code 3");
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic().workers().size() == 2);
    }

    @Test
    void shouldEndTheWorkerOfACallThatIsCancelledByForce_S3_7() {
        Remote<Sleeper> stubborn = mosaic().remote(Sleeper::new);
        Remote<Ledger> elsewhere = survivor(stubborn);
        Task<long[]> running = stubborn.call(Sleeper::sleep, 60_000L); // heeds no interrupt
        Eventually.holds("it runs", () -> running.state() == Task.State.RUNNING);
        running.cancel();
        assertThatThrownBy(() -> running.await(Duration.ofMillis(300)))
                .as("its code goes on")
                .isInstanceOf(TimedOutException.class);
        running.cancel(true);
        assertThatThrownBy(() -> running.await(LONG)).isInstanceOf(TaskCancelledException.class);
        log.expect(1, "exit code 77");
        assertThat(elsewhere.call(Ledger::note, 1).result(LONG)).isEqualTo(1);
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic().workers().size() == 2);
    }

    @Test
    void shouldEndWaitsForAStoppedWorker_S7_1() throws Exception {
        Remote<Inhabitant> victim = mosaic().remote(Inhabitant::new);
        long pid = victim.call(Inhabitant::pid).result(LONG);
        signal("STOP", pid);
        Eventually.holds("all its threads stand still", () -> isStopped(pid));
        Task<Long> limited = victim.calling(options -> options.timeout(Duration.ofMillis(300)))
                .call(Inhabitant::pid);
        assertThatThrownBy(() -> limited.result(LONG)).isInstanceOf(TimedOutException.class);
        Task<Long> unlimited = victim.call(Inhabitant::pid);
        assertThatThrownBy(() -> unlimited.result(LONG)).isInstanceOf(WorkerLostException.class);
        log.expect(1, "is lost: it was silent for");
        Eventually.holds("the process is ended", () -> ProcessHandle.of(pid).isEmpty());
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic().workers().size() == 2);
    }

    @Test
    void shouldRetryStatelessTasksElsewhere_S3_8() {
        Remote<Inhabitant> victim = inhabitants().getFirst();
        long pid = victim.call(Inhabitant::pid).result(LONG);
        List<Task<Integer>> tasks = mosaic().map(
                        java.util.stream.IntStream.range(0, 40).boxed().toList(), item -> {
                            new Sleeper().sleep(20);
                            return item;
                        });
        kill(pid);
        assertThat(mosaic().gather(tasks)).hasSize(40);
        log.expect(1, "SIGKILL");
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic().workers().size() == 2);
    }

    private Remote<Ledger> survivor(Remote<?> victim) {
        for (int i = 0; i < 2_000; i++) {
            Remote<Ledger> candidate = mosaic().remote(Ledger::new);
            candidate.call(Ledger::count).await(LONG);
            if (!candidate.worker().equals(victim.worker())) {
                return candidate;
            }
        }
        throw new AssertionError("no tessera was placed in another worker than " + victim.worker());
    }

    /** The signal has come before every thread has heard of it. */
    private static boolean isStopped(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return threads.allMatch(thread -> {
                try {
                    String stat = Files.readString(thread.resolve("stat"));
                    return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
                } catch (IOException hasEnded) {
                    return true;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void kill(long pid) {
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        Process sent = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(sent.waitFor(5, TimeUnit.SECONDS)).isTrue();
    }
}
