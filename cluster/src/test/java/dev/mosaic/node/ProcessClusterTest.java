package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.TaskCancelledException;
import dev.mosaic.TesseraProxy;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.TimedOutException;
import dev.mosaic.WorkerLostException;
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
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import program.Inhabitant;
import program.Ledger;
import program.Sleeper;

/** {@code Mosaic.start(n)}: each worker is a process. */
class ProcessClusterTest extends ClusterSuite {
    @Override
    Mosaic open() {
        return Mosaic.start(o -> o.workers(2).jvmArguments(ChildJvms.JIT));
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
        kill(pid);
        assertThatThrownBy(() -> victim.call(Inhabitant::pid).result(LONG)).isInstanceOf(WorkerLostException.class);
        log.expect(1, "is lost: its process was ended by signal 9 (SIGKILL)"); // not: it was silent
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
        assertThatThrownBy(() -> running.await(LONG)).isInstanceOf(TaskCancelledException.class);
        assertThat(running.state()).as("its code goes on").isEqualTo(Task.State.RUNNING);
        running.cancel(true);
        Eventually.holds("its code has ended", () -> running.state() == Task.State.CANCELLED);
        assertThat(elsewhere.call(Ledger::note, 1).result(LONG)).isEqualTo(1);
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic().workers().size() == 2);
    }

    @Test
    void shouldKillATesseraThatIsStuckForGoodAndItsWorkerWithIt_S3_7() {
        Remote<Sleeper> stuck =
                mosaic().withOptions(o -> o.name("stuck").maxRestarts(3)).remote(Sleeper::new);
        Remote<Ledger> elsewhere = survivor(stuck);
        Task<long[]> running = stuck.call(Sleeper::sleep, 600_000L); // heeds no interrupt
        Task<long[]> waiting = stuck.call(Sleeper::sleep, 0L);
        Eventually.holds("it runs", () -> running.state() == Task.State.RUNNING);
        ProcessHandle worker = processOf(stuck.worker());
        Task<?> kill = stuck.kill();
        assertThatThrownBy(() -> running.result(LONG)).isInstanceOf(TesseraStoppedException.class);
        assertThatThrownBy(() -> waiting.result(LONG)).isInstanceOf(TesseraStoppedException.class);
        kill.result(LONG);
        assertThat(stuck.state()).isEqualTo(TesseraProxy.State.STOPPED);
        Eventually.holds("its worker ends", () -> !worker.isAlive());
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic().workers().size() == 2);
        assertThatThrownBy(() -> stuck.call(Sleeper::sleep, 0L).result(LONG))
                .as("it has no other life")
                .isInstanceOf(TesseraStoppedException.class);
        assertThat(elsewhere.call(Ledger::note, 1).result(LONG)).isEqualTo(1);
        Remote<Sleeper> next =
                mosaic().withOptions(o -> o.name("stuck").maxRestarts(3)).remote(Sleeper::new);
        assertThat(next.call(Sleeper::sleep, 0L).result(LONG)).hasSize(2);
        assertThat(next.uid()).as("the name is free").isNotEqualTo(stuck.uid());
    }

    @Test
    void shouldMakeElsewhereWhatIsMadeWhileAWorkerEndsByForce_S3_7() {
        Remote<Sleeper> stubborn = mosaic().remote(Sleeper::new);
        Task<long[]> running = stubborn.call(Sleeper::sleep, 60_000L); // heeds no interrupt
        Eventually.holds("it runs", () -> running.state() == Task.State.RUNNING);
        running.cancel(true);
        List<Remote<Ledger>> made = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            made.add(mosaic().remote(Ledger::new));
        }
        for (Remote<Ledger> each : made) {
            assertThat(each.call(Ledger::note, 1).result(LONG)).isEqualTo(1);
        }
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic().workers().size() == 2);
    }

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldEndWaitsForAStoppedWorker_S7_1() throws Exception {
        Remote<Inhabitant> victim = mosaic().remote(Inhabitant::new);
        long pid = victim.call(Inhabitant::pid).result(LONG);
        signal("STOP", pid);
        Eventually.holds("all its threads stand still", () -> isStopped(pid));
        Task<Long> limited = victim.withCallOptions(options -> options.timeout(Duration.ofMillis(300)))
                .call(Inhabitant::pid);
        assertThatThrownBy(() -> limited.result(LONG)).isInstanceOf(TimedOutException.class);
        Task<Long> unlimited = victim.call(Inhabitant::pid);
        assertThatThrownBy(() -> unlimited.result(Duration.ofSeconds(90)))
                .as("its node says for 20 s that it runs")
                .isInstanceOf(WorkerLostException.class);
        log.expect(1, "is lost: it was silent for");
        log.expect(log.count("no handshake within"), "no handshake within"); // who is stopped does not answer
        Eventually.holds("the process is ended", () -> ProcessHandle.of(pid).isEmpty());
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic().workers().size() == 2);
    }

    @Test
    void shouldKeepAWorkerThatStandsStillForAWhile_S7_1() throws Exception {
        Remote<Ledger> ledger = mosaic().remote(Ledger::new);
        Remote<Inhabitant> beside = inhabitants().stream()
                .filter(each -> each.worker().equals(workerOf(ledger)))
                .findFirst()
                .orElseThrow();
        long pid = beside.call(Inhabitant::pid).result(LONG);
        signal("STOP", pid);
        Eventually.holds("all its threads stand still", () -> isStopped(pid));
        Task<Integer> call = ledger.call(Ledger::note, 7);
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(13)); // the monitor waits 8 s for a node
        Task.State asleep = call.state();
        signal("CONT", pid);
        assertThat(asleep).isIn(Task.State.QUEUED, Task.State.RUNNING);
        assertThat(call.result(Duration.ofSeconds(60))).isEqualTo(1);
        assertThat(beside.call(Inhabitant::pid).result(LONG)).isEqualTo(pid);
        log.expect(log.count("no handshake within"), "no handshake within"); // who is stopped does not answer
    }

    private static String workerOf(Remote<Ledger> ledger) {
        ledger.call(Ledger::count).await(LONG);
        return ledger.worker();
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

    /** Places are taken in turn, so one of a few neighbours lives there. */
    private ProcessHandle processOf(String worker) {
        for (int i = 0; i < 2_000; i++) {
            Remote<Inhabitant> neighbour = mosaic().remote(Inhabitant::new);
            long pid = neighbour.call(Inhabitant::pid).result(LONG);
            if (neighbour.worker().equals(worker)) {
                return ProcessHandle.of(pid).orElseThrow();
            }
        }
        throw new AssertionError("no tessera was placed in worker " + worker);
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
