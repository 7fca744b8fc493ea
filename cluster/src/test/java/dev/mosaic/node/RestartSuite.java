package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.SharedValue;
import dev.mosaic.Snapshots;
import dev.mosaic.Sums;
import dev.mosaic.Task;
import dev.mosaic.TesseraArray;
import dev.mosaic.TesseraProxy;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.WorkerDrainedException;
import dev.mosaic.WorkerLostException;
import dev.mosaic.connect.ProgramUnit;
import dev.mosaic.message.Member;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.Unit;
import dev.mosaic.unit.shell.UnitShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Inhabitant;
import program.Phoenix;
import program.Sleeper;
import program.Tally;

/** What becomes of tesserae whose workers are killed, in a cluster of two worker processes. S2.8. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RestartSuite {
    static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Mosaic mosaic;

    /** A cluster of two workers. */
    abstract Mosaic open() throws Exception;

    @BeforeAll
    void start() throws Exception {
        mosaic = open();
    }

    @AfterAll
    void end() {
        if (mosaic != null) {
            mosaic.close();
            shut();
        }
    }

    /** Ends what {@link #open} started beside. */
    void shut() {}

    @BeforeEach
    void forgetWhatOtherTestsLogged() {
        Eventually.holds("both workers are there", () -> mosaic.workers().size() == 2);
        log.expect(log.count(""), "");
    }

    final Mosaic mosaic() {
        return mosaic;
    }

    @Test
    void shouldMakeATesseraAgainFromItsArguments_S2_8() {
        float[] data = new float[1 << 18];
        Arrays.fill(data, 0.5f);
        Remote<Phoenix> phoenix = mosaic.withOptions(o -> o.maxRestarts(1)).remote(Phoenix::new, data);
        assertThat(phoenix.call(Phoenix::calls).result(LONG)).isEqualTo(1);
        long before = phoenix.call(Phoenix::pid).result(LONG);
        kill(before);
        // Whether it is sent before the verdict or after, it may run once more.
        Task<Double> sum = phoenix.withCallOptions(o -> o.maxRetries(1)).call(Phoenix::sum);
        assertThat(sum.result(LONG)).isEqualTo(data.length * 0.5);
        assertThat(phoenix.call(Phoenix::pid).result(LONG)).isNotEqualTo(before);
        assertThat(phoenix.call(Phoenix::calls).result(LONG))
                .as("it begins anew")
                .isEqualTo(1);
        assertThat(phoenix.state()).isEqualTo(TesseraProxy.State.LISTENING);
        expectKilled(1);
    }

    @Test
    void shouldFailWhatHadNoOutcomeAndSendTheRestToTheNextLife_S2_8() {
        Remote<Phoenix> phoenix = mosaic.withOptions(o -> o.maxRestarts(-1)).remote(Phoenix::new, new float[] {1});
        long pid = phoenix.call(Phoenix::pid).result(LONG);
        Task<Integer> lost = phoenix.call(Phoenix::callsSlowly, 60_000L);
        Task<Integer> again = phoenix.withCallOptions(o -> o.maxRetries(1)).call(Phoenix::calls);
        Eventually.holds("it runs", () -> lost.state() == Task.State.RUNNING);
        kill(pid);
        assertThatThrownBy(() -> lost.result(LONG)).isInstanceOf(WorkerLostException.class);
        List<Task<Integer>> later = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            later.add(phoenix.call(Phoenix::calls));
        }
        assertThat(again.result(LONG)).isEqualTo(1);
        assertThat(mosaic.gather(later)).containsExactly(2, 3, 4, 5, 6);
        expectKilled(1);
    }

    @Test
    void shouldLeaveItsWorkerWhenNobodyCallsItAndComeBackByTheNextCall_S2_1() {
        Remote<Tally> tally = mosaic.withOptions(o -> o.maxRestarts(1).passivateAfter(Duration.ofMillis(300)))
                .remote(Tally::new, 10);
        assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(11);
        Eventually.holds("it is passive", () -> tally.state() == TesseraProxy.State.PASSIVE);
        assertThat(tally.toString()).contains("worker=none", "state=PASSIVE");
        List<Task<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            calls.add(tally.call(Tally::add));
        }
        assertThat(mosaic.gather(calls)).containsExactly(12, 13, 14, 15, 16);
        Eventually.holds("it is passive again", () -> tally.state() == TesseraProxy.State.PASSIVE);
        tally.drop().result(LONG);
        assertThatThrownBy(() -> tally.call(Tally::add).result(LONG)).isInstanceOf(TesseraStoppedException.class);
    }

    @Test
    void shouldFindAPassiveTesseraByItsName_S2_1() {
        Remote<Tally> tally = mosaic.withOptions(o -> o.name("dormouse").passivateAfter(Duration.ofMillis(200)))
                .remote(Tally::new, 10);
        assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(11);
        Eventually.holds("it is passive", () -> tally.state() == TesseraProxy.State.PASSIVE);
        Remote<Tally> found = mosaic.findRemote("dormouse", Tally.class);
        assertThat(found.call(Tally::add).result(LONG)).isEqualTo(12);
        found.drop().result(LONG);
    }

    @Test
    void shouldTakeOverTheTesseraOfANameWithItsStateAndItsCalls_S2_8() {
        Remote<Tally> first = mosaic.withOptions(
                        o -> o.name("declared").maxRestarts(-1).takeOver("1"))
                .remote(Tally::new, 10);
        assertThat(first.call(Tally::add).result(LONG)).isEqualTo(11);
        Remote<Tally> same = mosaic.withOptions(
                        o -> o.name("declared").maxRestarts(-1).takeOver("1"))
                .remote(Tally::new, 20);
        assertThat(same).isEqualTo(first);
        assertThat(same.call(Tally::add).result(LONG)).as("it stays as it is").isEqualTo(12);
        List<Task<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            calls.add(first.call(Tally::addSlowly, 20L));
        }
        Remote<Tally> next = mosaic.withOptions(
                        o -> o.name("declared").maxRestarts(-1).takeOver("2"))
                .remote(Tally::new, 1_000);
        for (int i = 0; i < 20; i++) {
            calls.add(next.call(Tally::add));
        }
        List<Integer> counts =
                mosaic.gather(calls).stream().map(sum -> sum % 10).toList();
        assertThat(counts).as("none is lost, none twice").hasSize(40);
        assertThat(next.call(Tally::total).result(LONG)).isEqualTo(1_042);
        next.drop().result(LONG);
    }

    @Test
    void shouldApplyEachChangeOfACellOnceThoughItsWorkersDie_S4_8() {
        SharedValue<Long> sum = mosaic.withOptions(o -> o.maxRestarts(-1)).sharedValue(0L, Sums::ofLong);
        for (int kill = 0; kill < 3; kill++) {
            long pid = sum.read(value -> ProcessHandle.current().pid()).result(LONG);
            List<Task<?>> changes = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                changes.add(sum.accumulate(1L));
                if (i == 100) {
                    changes.get(50).await(LONG);
                    kill(pid);
                }
            }
            changes.forEach(change -> change.await(LONG));
        }
        assertThat(sum.read().result(LONG)).isEqualTo(600);
        expectKilled(3);
    }

    @Test
    void shouldLoseNoCallThatWasAcknowledged_S2_8() {
        Remote<Tally> tally = mosaic.withOptions(o -> o.maxRestarts(-1).snapshots(Snapshots.EVERY_CALL))
                .remote(Tally::new, 1_000);
        int told = 0;
        int last = 1_000;
        for (int kill = 0; kill < 3; kill++) {
            long pid =
                    tally.withCallOptions(o -> o.maxRetries(3)).call(Tally::pid).result(LONG);
            List<Task<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                calls.add(tally.call(Tally::add));
                if (i == 100) {
                    calls.get(50).await(LONG);
                    kill(pid);
                }
            }
            int failed = 0;
            for (Task<Integer> call : calls) {
                try {
                    int total = call.result(LONG);
                    assertThat(total).isGreaterThan(last);
                    last = total;
                    told++;
                } catch (WorkerLostException mayHaveRun) {
                    failed++;
                }
            }
            int total = tally.withCallOptions(o -> o.maxRetries(3))
                    .call(Tally::total)
                    .result(LONG);
            assertThat(total).as("all that was told, and at most what was not").isBetween(last, last + failed);
            assertThat(total).isGreaterThanOrEqualTo(1_000 + told);
            last = total;
            Eventually.holds("both workers are there", () -> mosaic.workers().size() == 2);
        }
        assertThat(told).isGreaterThan(150);
        expectKilled(3);
    }

    @Test
    void shouldTellHowManyRestartsThereWere_S2_8() {
        Remote<Tally> tally = mosaic.withOptions(o -> o.maxRestarts(1)).remote(Tally::new, 0);
        for (int i = 0; i < 2; i++) {
            kill(tally.withCallOptions(o -> o.maxRetries(3)).call(Tally::pid).result(LONG));
        }
        assertThatThrownBy(() -> tally.withCallOptions(o -> o.maxRetries(3))
                        .call(Tally::pid)
                        .result(LONG))
                .isInstanceOf(WorkerLostException.class)
                .hasMessageContaining("restarts=1");
        assertThat(tally.state()).isEqualTo(TesseraProxy.State.FAILED);
        expectKilled(2);
    }

    @Test
    void shouldCountAConstructorThatFailsAsARestart_S2_8() {
        Remote<Inhabitant> here = mosaic.remote(Inhabitant::new);
        long pid = here.call(Inhabitant::pid).result(LONG);
        Remote<Phoenix> phoenix = mosaic.withOptions(o -> o.maxRestarts(2).worker(here.worker()))
                .remote(Phoenix::new, new float[] {1}, pid);
        assertThat(phoenix.call(Phoenix::pid).result(LONG)).isEqualTo(pid);
        kill(pid);
        assertThatThrownBy(() -> phoenix.withCallOptions(o -> o.maxRetries(1))
                        .call(Phoenix::calls)
                        .result(LONG))
                .isInstanceOf(WorkerLostException.class)
                .hasMessageContaining("restarts=2")
                .hasRootCauseMessage("not in this process");
        expectKilled(1);
    }

    @Test
    void shouldBeFoundByItsNameAfterARestart_S2_7() {
        Remote<Tally> made =
                mosaic.withOptions(o -> o.name("the tally").maxRestarts(-1)).remote(Tally::new, 0);
        assertThat(made.call(Tally::add).result(LONG)).isEqualTo(1);
        long pid = made.call(Tally::pid).result(LONG);
        kill(pid);
        Eventually.holds(
                "the loss is known",
                () -> log.count("SIGKILL") > 0 || mosaic.workers().size() < 2);
        Remote<Tally> found = mosaic.findRemote("the tally", Tally.class);
        assertThat(found.withCallOptions(o -> o.maxRetries(1)).call(Tally::add).result(LONG))
                .isEqualTo(2);
        assertThat(made.call(Tally::add).result(LONG)).isEqualTo(3);
        made.drop().await(LONG);
        expectKilled(1);
    }

    @Test
    void shouldGoOnForHoldersInOtherUnits_S2_8() {
        Remote<Tally> tally = mosaic.withOptions(o -> o.maxRestarts(-1)).remote(Tally::new, 0);
        tally.call(Tally::add).await(LONG);
        Remote<Inhabitant> elsewhere = null;
        for (int i = 0; elsewhere == null && i < 1_000; i++) {
            Remote<Inhabitant> candidate = mosaic.remote(Inhabitant::new);
            candidate.call(Inhabitant::pid).await(LONG);
            elsewhere = candidate.worker().equals(tally.worker()) ? null : candidate;
        }
        assertThat(elsewhere).isNotNull();
        assertThat(elsewhere.call(Inhabitant::keeps, tally).result(LONG)).isEqualTo(2);
        kill(tally.call(Tally::pid).result(LONG));
        assertThat(elsewhere.call(Inhabitant::addsToKept).result(LONG)).isEqualTo(3);
        assertThat(tally.withCallOptions(o -> o.maxRetries(1))
                        .call(Tally::total)
                        .result(LONG))
                .isEqualTo(3);
        expectKilled(1);
    }

    @Test
    void shouldLetACutOffLifeChangeNothing_S2_8() throws Exception {
        Remote<Tally> tally = mosaic.withOptions(o -> o.maxRestarts(-1)).remote(Tally::new, 0);
        assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(1);
        long pid = tally.call(Tally::pid).result(LONG);
        signal("STOP", pid);
        Eventually.holds("all of it stands still", () -> isStopped(pid)); // each of its threads hears of it by itself
        Task<Integer> lost = tally.call(Tally::add);
        assertThatThrownBy(() -> lost.result(LONG)).isInstanceOf(WorkerLostException.class);
        assertThat(tally.call(Tally::add).result(LONG))
                .as("the state, without the call that was lost")
                .isEqualTo(2);
        log.expect(log.count("is lost: it was silent for"), "is lost: it was silent for");
        log.expect(log.count("no handshake within"), "no handshake within"); // who is stopped does not answer
        if (ProcessHandle.of(pid).isPresent()) {
            signal("CONT", pid);
        }
        Eventually.holds("the process is ended", () -> ProcessHandle.of(pid).isEmpty());
        assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(3);
    }

    @Test
    void shouldMoveWithoutLosingACallOrRunningOneTwice_S2_9() throws Exception {
        Remote<Tally> tally =
                mosaic.withOptions(o -> o.snapshots(Snapshots.DRAIN)).remote(Tally::new, 0);
        Remote<Phoenix> phoenix = mosaic.withOptions(o -> o.maxRestarts(1)).remote(Phoenix::new, new float[] {2});
        assertThat(phoenix.call(Phoenix::sum).result(LONG)).isEqualTo(2);
        long before = tally.call(Tally::pid).result(LONG);
        AtomicBoolean stops = new AtomicBoolean();
        List<Task<Integer>> calls = new ArrayList<>();
        Thread load = Thread.ofVirtual().start(() -> {
            while (!stops.get()) {
                calls.add(tally.call(Tally::addSlowly, 1L));
                LockSupport.parkNanos(500_000);
            }
        });
        Eventually.holds(
                "calls wait in the mailbox", () -> tally.call(Tally::total).result(LONG) > 20);
        drain(tally.worker(), LONG);
        Eventually.holds(
                "the worker is gone", LONG, () -> ProcessHandle.of(before).isEmpty());
        stops.set(true);
        load.join();
        int last = 0;
        for (Task<Integer> call : calls) {
            assertThat(call.result(LONG)).as("in order, each once").isEqualTo(++last);
        }
        assertThat(last).isGreaterThan(20);
        assertThat(tally.call(Tally::total).result(LONG)).isEqualTo(last);
        assertThat(tally.call(Tally::pid).result(LONG)).isNotEqualTo(before);
        assertThat(phoenix.call(Phoenix::sum).result(LONG)).isEqualTo(2);
        log.expect(log.count("is lost: it was drained"), "is lost: it was drained");
    }

    @Test
    void shouldFailWhatCannotMoveAtTheDeadline_S2_9() {
        Remote<Inhabitant> inhabitant = mosaic.remote(Inhabitant::new);
        String worker = inhabitant.call(Inhabitant::worker).result(LONG);
        Remote<Sleeper> sleeper = mosaic.withOptions(o -> o.worker(worker)).remote(Sleeper::new);
        Task<long[]> running = sleeper.call(Sleeper::sleep, 60_000L);
        Task<long[]> waiting = sleeper.call(Sleeper::sleep, 60_000L);
        Eventually.holds("it runs", () -> running.state() == Task.State.RUNNING);
        drain(worker, Duration.ofSeconds(2));
        assertThatThrownBy(() -> waiting.result(LONG)).isInstanceOf(WorkerDrainedException.class);
        assertThatThrownBy(() -> running.result(LONG)).isInstanceOf(WorkerDrainedException.class);
        assertThatThrownBy(() -> inhabitant.call(Inhabitant::worker).result(LONG))
                .isInstanceOf(WorkerDrainedException.class);
        log.expect(log.count("is lost: it was drained"), "is lost: it was drained");
    }

    /** It has no lives: the array makes another. S3.11. */
    @Test
    void shouldCallAnItemAgainWhoseWorkerWasDrained_S2_9() {
        TesseraArray<Remote<Sleeper>> sleepers = mosaic.remoteArray(2, Sleeper::new);
        AtomicBoolean isFirst = new AtomicBoolean(true);
        List<Task<long[]>> slept =
                sleepers.map(List.of(1L, 2L, 3L), options -> options.maxRetries(2), (sleeper, millis) -> {
                    if (!isFirst.getAndSet(false)) {
                        return sleeper.call(Sleeper::sleep, millis);
                    }
                    Task<long[]> running = sleeper.call(Sleeper::sleep, 60_000L);
                    Eventually.holds("it runs", () -> running.state() == Task.State.RUNNING);
                    drain(sleeper.worker(), Duration.ofSeconds(1));
                    return running;
                });
        assertThat(slept)
                .hasSize(3)
                .allSatisfy(task -> assertThat(task.result(LONG)).hasSize(2));
        log.expect(log.count("is lost: it was drained"), "is lost: it was drained");
    }

    private static boolean isStopped(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (!stat.substring(stat.lastIndexOf(')')).startsWith(") T")) {
                    return false;
                }
            }
            return true;
        } catch (IOException ended) {
            return false;
        }
    }

    /** As the machinery of a cluster does. */
    private void drain(String worker, Duration deadline) {
        UnitShell head = (UnitShell) ((ProgramUnit) Unit.current()).head();
        Member member = head.members(Member.Kind.WORKER).stream()
                .filter(each -> each.uid().equals(worker))
                .findFirst()
                .orElseThrow();
        head.drain(member, deadline);
    }

    /** The process of the monitor logs it. */
    void expectKilled(int times) {
        log.expect(times, "SIGKILL");
    }

    static void kill(long pid) {
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        Process sent = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(sent.waitFor(5, TimeUnit.SECONDS)).isTrue();
    }
}
