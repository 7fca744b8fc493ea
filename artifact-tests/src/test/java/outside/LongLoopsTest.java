package outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.TesseraProxy;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A counted loop of half a minute in a worker that has the whole JIT, as users have it. Other tests run workers with C1 alone, which polls in
 * each loop.
 */
class LongLoopsTest {
    private static HeadAndNode cluster;
    private static Mosaic mosaic;

    static final class Worker {
        /** One loop over an {@code int}: without the flag that {@code mosaic node} gives its workers it has no safepoint poll. */
        double roots(int end) {
            double sum = 0;
            for (int i = 0; i < end; i++) {
                sum += Math.sqrt(i) / (1 + Math.sqrt(sum));
            }
            return sum;
        }

        int collect() {
            System.gc();
            return 1;
        }

        /** Half of the time in a loop, half of it in a sleep. */
        double half(int end, int rounds) throws InterruptedException {
            double sum = 0;
            for (int round = 0; round < rounds; round++) {
                sum += roots(end);
                Thread.sleep(100);
            }
            return sum;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        cluster = new HeadAndNode(1, "--jvm=-XX:TieredStopAtLevel=4");
        mosaic = Mosaic.connect(cluster.address());
    }

    @AfterAll
    static void stop() throws InterruptedException {
        mosaic.close();
        cluster.close();
    }

    @Test
    void shouldAnswerAndBeSeenWhileALoopComputes_S7_1() throws Exception {
        Remote<Worker> loop = mosaic.remote(Worker::new);
        Remote<Worker> beside = mosaic.remote(Worker::new);
        beside.call(Worker::collect).await();
        String worker = beside.worker();
        Task<Double> roots = loop.call(Worker::roots, Integer.MAX_VALUE);
        Eventually.holds("it runs", () -> roots.state() == Task.State.RUNNING);

        assertThat(beside.call(Worker::collect).result()).isOne();
        String tasks = cluster.said("list", "tasks");
        String why = cluster.said("why", roots.uid());
        String stack = cluster.said("stack", worker);
        String profile = cluster.said("profile", worker, "--seconds", "3", "-o", "collapsed");

        assertThat(roots.state()).as("the loop goes on").isEqualTo(Task.State.RUNNING);
        assertThat(tasks).contains("Worker.roots").contains("RUNNING");
        assertThat(why).contains("runs in " + worker);
        assertThat(stack).contains("Worker.roots");
        assertThat(profile).contains("Worker.roots");
        roots.cancel();
        loop.kill().await();
        Eventually.holds(
                "the loop heeds no interrupt, so its worker ended", () -> beside.state() == TesseraProxy.State.FAILED);
    }

    @Test
    void shouldShowTheTimeOfALoopInTheLoop_S8_1() throws Exception {
        Remote<Worker> half = mosaic.remote(Worker::new);
        Task<Double> computes = half.call(Worker::half, 10_000_000, 1_000);
        Eventually.holds("it runs", () -> computes.state() == Task.State.RUNNING);
        String profile = cluster.said("profile", half.worker(), "--seconds", "3", "-o", "collapsed");

        long all = 0;
        long inLoop = 0;
        for (String line :
                profile.lines().filter(each -> each.matches("\\S+ [0-9]+")).toList()) {
            long samples = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
            all += samples;
            inLoop += line.substring(0, line.lastIndexOf(' ')).endsWith("Worker.roots") ? samples : 0;
        }
        assertThat(all).as(profile).isGreaterThan(20);
        assertThat(inLoop).as(profile).isGreaterThanOrEqualTo(all * 9 / 10);
        assertThat(profile).doesNotContain("sleep");
        half.kill().await();
    }
}
