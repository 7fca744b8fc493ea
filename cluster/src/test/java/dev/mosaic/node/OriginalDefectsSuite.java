package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.ConstructorFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.ObjectLostException;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Faulty;
import program.Flaky;
import program.Inhabitant;
import program.Ledger;
import program.Reader;
import program.Scribe;
import program.Sleeper;

/**
 * The defects of the original, by the numbers of the list of them, each shown not to be here: those that a cluster of two workers can show.
 * The others are in {@link ProcessDefectsTest} and {@link ClusterDefectsTest}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OriginalDefectsSuite {
    static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Transcript transcript;
    private Mosaic mosaic;

    /** A cluster of two workers. */
    abstract Mosaic open();

    @BeforeAll
    void start() {
        transcript = new Transcript();
        mosaic = open();
    }

    @BeforeEach
    void forgetWhatOtherTestsLogged() {
        log.expect(log.count(""), "");
    }

    @AfterAll
    void end() {
        mosaic.close();
        transcript.close();
    }

    final Mosaic mosaic() {
        return mosaic;
    }

    final <T> Remote<T> in(String worker, dev.mosaic.function.Function0<T> constructor) {
        return mosaic.withOptions(options -> options.worker(worker)).remote(constructor);
    }

    final String worker(int number) {
        Eventually.holds("there are two workers", LONG, () -> mosaic.workers().size() == 2);
        return mosaic.workers().stream().sorted().toList().get(number);
    }

    /** A remote call that fails leaves its caller waiting for ever. */
    @Test
    void defect01_whatFailsEndsTheWaitOfItsCaller() {
        Remote<Faulty> unborn = mosaic.remote(Faulty::new, true);
        assertThatThrownBy(() -> unborn.call(Faulty::fails, "x").result(LONG))
                .isInstanceOf(ConstructorFailedException.class);
        Ref<int[]> gone = mosaic.put(new int[] {1});
        gone.drop();
        assertThatThrownBy(gone::value).isInstanceOf(ObjectLostException.class);
        Remote<Ledger> stopped = mosaic.remote(Ledger::new);
        stopped.drop().await(LONG);
        assertThatThrownBy(() -> stopped.call(Ledger::count).result(LONG)).isInstanceOf(TesseraStoppedException.class);
    }

    /** A task that is tried again never ends. */
    @Test
    void defect02_anotherAttemptRuns() {
        Remote<Flaky> flaky = mosaic.remote(Flaky::new);
        Task<Integer> task = flaky.withCallOptions(
                        options -> options.maxRetries(4).retryOn(IllegalStateException.class))
                .call(Flaky::succeedsAt, 3);
        assertThat(task.result(LONG)).isEqualTo(3);
        assertThat(flaky.call(Flaky::attempts).result(LONG))
                .as("and the next call")
                .isEqualTo(3);
        Task<Integer> hopeless = flaky.withCallOptions(
                        options -> options.maxRetries(1).retryOn(IllegalStateException.class))
                .call(Flaky::succeedsAt, 100);
        assertThatThrownBy(() -> hopeless.result(LONG)).isInstanceOf(IllegalStateException.class);
    }

    /** Calls are sent when they are awaited: {@code await a; await b} takes the sum of both. */
    @Test
    void defect04_callsRunAtOnceWhateverIsAwaitedFirst() {
        Remote<Sleeper> a = in(worker(0), Sleeper::new);
        Remote<Sleeper> b = in(worker(1), Sleeper::new);
        a.call(Sleeper::sleep, 0L).await(LONG);
        b.call(Sleeper::sleep, 0L).await(LONG);
        Task<long[]> first = a.call(Sleeper::sleep, 1_000L);
        Task<long[]> second = b.call(Sleeper::sleep, 1_000L);
        long[] ofFirst = first.result(LONG);
        long[] ofSecond = second.result(LONG);
        assertThat(ofSecond[0]).as("the second began before the first ended").isLessThan(ofFirst[1]);
    }

    /** A published entry that is dropped lives on in its copies. Over several stores: {@link ClusterDefectsTest}. */
    @Test
    void defect07_dropEndsAllCopies() {
        Ref<double[]> ref = mosaic.put(new double[100_000], PutOption.broadcast());
        List<Remote<Reader>> readers = List.of(in(worker(0), Reader::new), in(worker(1), Reader::new));
        for (Remote<Reader> reader : readers) {
            reader.call(Reader::keeps, ref).await(LONG);
        }
        double[] before = ref.value();
        ref.drop();
        assertThatThrownBy(ref::value).isInstanceOf(ObjectLostException.class);
        assertThat(before).as("what was read is the reader's own").hasSize(100_000);
        for (Remote<Reader> reader : readers) {
            assertThatThrownBy(() -> reader.call(Reader::sumOfKept).result(LONG))
                    .isInstanceOf(ObjectLostException.class);
        }
    }

    /** What two change at once loses one of the changes. */
    @Test
    void defect08_noChangeIsLost() {
        Remote<Ledger> shared = mosaic.remote(Ledger::new);
        List<Task<Integer>> writers = IntStream.range(0, 4)
                .mapToObj(i -> in(worker(i % 2), Scribe::new, shared).call(Scribe::write, i * 1_000, 250))
                .toList();
        writers.forEach(writer -> writer.await(LONG));
        assertThat(shared.call(Ledger::count).result(LONG)).isEqualTo(1_000);
    }

    private <T, A> Remote<T> in(String worker, dev.mosaic.function.Function1<A, T> constructor, A argument) {
        return mosaic.withOptions(options -> options.worker(worker)).remote(constructor, argument);
    }

    /** Queues grow without bounds. What waits too long fails: {@code UnitShellTest}. */
    @Test
    void defect10_aCallerIsMadeToWaitPastItsCredit() {
        Remote<Flaky> slow = mosaic.remote(Flaky::new);
        byte[] bytes = new byte[8 << 20];
        Task<Long> first = slow.call(Flaky::takes, bytes, 3_000L);
        List<Task<Long>> others = new ArrayList<>();
        long called = 0;
        for (int i = 0; i < 40; i++) { // 320 MiB, of 256 MiB that a caller may have under way
            others.add(slow.call(Flaky::takes, bytes, 0L));
            called = System.currentTimeMillis();
        }
        assertThat(called)
                .as("the last call was made when the first had ended")
                .isGreaterThanOrEqualTo(first.result(LONG));
        others.forEach(each -> each.await(LONG));
    }

    /** Who places takes any worker next, however busy. */
    @Test
    void defect12_newTesseraeGoWhereThereIsLess() {
        List<Remote<Inhabitant>> busy = IntStream.range(0, 30)
                .mapToObj(i -> in(worker(0), Inhabitant::new))
                .toList();
        busy.forEach(each -> each.call(Inhabitant::worker).await(LONG));
        List<Remote<Inhabitant>> placed = IntStream.range(0, 10)
                .mapToObj(i -> mosaic.remote(Inhabitant::new))
                .toList();
        assertThat(placed.stream()
                        .filter(each ->
                                each.call(Inhabitant::worker).result(LONG).equals(worker(1))))
                .hasSizeGreaterThanOrEqualTo(8);
        assertThat(busy).as("held until now").hasSize(30);
    }

    /** A ref that is under way counts for nobody, and its entry may go meanwhile. What the dead hold: {@link ProcessDefectsTest}. */
    @Test
    void defect14_whatIsUnderWayIsHeld() {
        List<Remote<Reader>> readers = List.of(in(worker(0), Reader::new), in(worker(1), Reader::new));
        for (int i = 0; i < 20; i++) {
            Remote<Reader> reader = readers.get(i % 2);
            double[] ones = new double[10_000];
            Arrays.fill(ones, 1);
            Task<Void> kept = reader.call(Reader::keeps, mosaic.put(ones));
            System.gc(); // nobody but the call has it
            kept.await(LONG);
            System.gc();
            assertThat(reader.call(Reader::sumOfKept).result(LONG)).isEqualTo(10_000);
        }
    }
}
