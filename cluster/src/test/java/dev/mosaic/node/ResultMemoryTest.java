package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.ArgumentFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.Reduction;
import dev.mosaic.ResultLostException;
import dev.mosaic.Task;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import program.Sleeper;

/** Results that stay with their worker do not fill its heap, and {@code Task.release} frees them at once. S3.3. */
class ResultMemoryTest {
    private static final int MIB = 1 << 20;

    private static Transcript transcript;
    private static Mosaic mosaic;

    @BeforeAll
    static void start() {
        transcript = new Transcript();
        mosaic = Mosaic.start(options -> options.workers(1).noDashboard().jvmArguments("-Xmx96m", ChildJvms.JIT));
    }

    @AfterAll
    static void stop() throws Exception {
        mosaic.close();
        transcript.close();
    }

    private static List<Integer> numbers(int first) {
        return new ArrayList<>(IntStream.range(first, first + 200_000).boxed().toList());
    }

    /** A graph of objects cannot lie in shared memory as it is: these would take some 100 MB of the heap. */
    @Test
    void shouldNotFillTheHeapWithResultsThatNobodyFetches_S3_3() {
        List<Task<List<Integer>>> tasks = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            int first = i;
            tasks.add(mosaic.submit(() -> numbers(first)));
        }
        tasks.forEach(Task::await);
        Task<Integer> first = mosaic.submit(list -> list.getFirst(), tasks.getLast());
        assertThat(first.result()).isEqualTo(149);
        assertThat(tasks.getLast().result()).isEqualTo(numbers(149));
        assertThat(tasks.getFirst().result()).isEqualTo(numbers(0));
        tasks.forEach(Task::release);
    }

    @Test
    void shouldFreeTheMemoryOfTheWorker_S3_3() {
        List<Task<byte[]>> reachable = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Task<byte[]> task = mosaic.submit(() -> new byte[8 * MIB]);
            reachable.add(task.await());
            task.release();
        }
        assertThat(reachable).extracting(Task::state).containsOnly(Task.State.DONE);
    }

    @Test
    void shouldFreeTheMemoryOfABatchOnceAllItsItemsAreLetGo_S3_3() {
        List<Task<byte[]>> reachable = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            List<Task<byte[]>> tasks =
                    mosaic.map(IntStream.range(0, 320).boxed().toList(), i -> new byte[MIB / 10]);
            tasks.forEach(Task::await);
            tasks.forEach(Task::release);
            reachable.addAll(tasks);
        }
        assertThatThrownBy(() -> reachable.getFirst().result())
                .isInstanceOf(ResultLostException.class)
                .hasMessageContaining("was released");
    }

    @Test
    void shouldFreeTheSumsOfPartsOfAReduction_S3_3() {
        List<Task<long[]>> leaves = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            leaves.add(mosaic.submit(() -> new long[MIB / 4]));
        }
        for (int round = 0; round < 12; round++) {
            Task<long[]> sum = Reduction.<long[]>pairwise((a, b) -> b).of(leaves);
            assertThat(sum.result()).hasSize(MIB / 4);
            sum.release();
        }
        assertThat(leaves.getFirst().result()).as("the leaves are the caller's").hasSize(MIB / 4);
        leaves.forEach(Task::release);
    }

    @Test
    void shouldGiveTheValueToCallsThatHaveItAsArgumentAlready_S3_3() {
        Task<byte[]> large = mosaic.submit(() -> {
            new Sleeper().sleep(200);
            return new byte[MIB];
        });
        Task<Integer> length = mosaic.submit(bytes -> bytes.length, large);
        large.release();
        assertThat(large.await().state()).isEqualTo(Task.State.DONE);
        assertThat(length.result()).isEqualTo(MIB);
        assertThatThrownBy(large::result)
                .isInstanceOf(ResultLostException.class)
                .hasMessageContaining(large.uid() + " was released");
        assertThatThrownBy(() -> large.toCompletionStage().toCompletableFuture().join())
                .hasCauseInstanceOf(ResultLostException.class);
        Task<Integer> late = mosaic.submit(bytes -> bytes.length, large);
        assertThatThrownBy(late::result)
                .isInstanceOf(ArgumentFailedException.class)
                .hasMessageContaining("released");
    }

    @Test
    void shouldLetGoOfWhatIsHereToo_S3_3() {
        Task<Integer> small = mosaic.submit(() -> 7);
        assertThat(small.result()).isEqualTo(7);
        small.release();
        small.release();
        assertThatThrownBy(small::result).isInstanceOf(ResultLostException.class);
        Task<Integer> failed = mosaic.submit(() -> Integer.parseInt("x"));
        failed.release();
        assertThatThrownBy(failed::await).isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(failed::result).isInstanceOf(NumberFormatException.class);
    }

    @Test
    void shouldEndAWaitForAValueThatIsReleasedMeanwhile_S3_3() throws Exception {
        Task<byte[]> large = mosaic.submit(() -> {
            new Sleeper().sleep(300);
            return new byte[MIB];
        });
        CountDownLatch ended = new CountDownLatch(1);
        Thread waits = Thread.ofVirtual().start(() -> {
            try {
                large.result();
            } catch (ResultLostException released) {
                ended.countDown();
            }
        });
        Eventually.holds(
                "it waits",
                () -> waits.getState() == Thread.State.TIMED_WAITING || waits.getState() == Thread.State.WAITING);
        large.release();
        assertThat(waits.join(java.time.Duration.ofSeconds(30))).isTrue();
        assertThat(ended.getCount()).isZero();
    }
}
