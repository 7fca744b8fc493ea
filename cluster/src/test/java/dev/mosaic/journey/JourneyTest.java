package dev.mosaic.journey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.message.MessageType;
import dev.mosaic.testing.LogGuard;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Reader;
import program.Solver;

/**
 * Keeps {@code docs/journey-of-a-call.md} true: runs its program, records what units say to each other, and compares.
 *
 * <p>Messages of one sender to one receiver have to be those of the page, in its order; between two such pairs there is no order.
 * With {@code -Dmosaic.journey=write} the test writes what it recorded into the page.
 */
class JourneyTest {
    private static final boolean WRITES = "write".equals(System.getProperty("mosaic.journey"));
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NANOS = 2_000_000;
    private static final String HOW_TO =
            "docs/journey-of-a-call.md does not tell what happens any more. Where that is meant,"
                    + " write the new traces into it, then correct the text around them:\n"
                    + "  mvn -pl cluster -am test -Dtest=JourneyTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dmosaic.journey=write\n";

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private JourneyCluster cluster;
    private Teller teller;
    private int told;

    @BeforeEach
    void open() {
        cluster = new JourneyCluster(folder);
        teller = new Teller(cluster.recorder(), List.of("a", "b", "reader"));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void shouldSendTheMessagesOfThePage() {
        Mosaic mosaic = cluster.mosaic();
        float[] zeros = new float[1 << 20];
        float[] array = new float[1 << 20];
        double[] values = new double[1 << 20];
        array[0] = 2;
        values[0] = 5;

        Remote<Solver> a = mosaic.remote(Solver::new, zeros);
        Remote<Solver> b = mosaic.remote(Solver::new, zeros);
        Remote<Reader> reader = mosaic.remote(Reader::new);
        compare("making");

        float[] result = b.call(Solver::solve, a.call(Solver::solve, array)).result();
        compare("call");

        Ref<double[]> ref = mosaic.put(values);
        compare("put");

        double sum = reader.call(Reader::sum, ref).result();
        compare("read");

        assertThat(result[0]).isEqualTo(2);
        assertThat(sum).isEqualTo(5);
        ref.drop();
    }

    /** What was said since the last comparison, with what the page says of that step. */
    private void compare(String step) {
        List<String> page = Page.trace(step);
        String wanted = byPair(page);
        List<String> lines = await(wanted);
        System.out.println("Journey of a call, " + step + ":\n  " + String.join("\n  ", lines));
        if (WRITES && !byPair(lines).equals(wanted)) {
            Page.write(step, lines);
        } else {
            assertThat(byPair(lines))
                    .as(HOW_TO + "Step: " + step + "\nOnly in the page:" + without(page, lines) + "\nOnly recorded:"
                            + without(lines, page))
                    .isEqualTo(wanted);
        }
        told += lines.size();
    }

    private static String without(List<String> lines, List<String> others) {
        return lines.stream()
                .filter(line -> !others.contains(line))
                .map(line -> "\n  " + line)
                .collect(Collectors.joining());
    }

    /** Returns when the lines are those wanted; else when they are as many as can be expected to come. */
    private List<String> await(String wanted) {
        long start = System.nanoTime();
        long changed = start;
        List<String> lines = List.of();
        while (System.nanoTime() - start < MOST_NANOS) {
            List<String> all = teller.lines();
            if (all.size() - told != lines.size()) {
                changed = System.nanoTime();
                lines = all.subList(told, all.size());
            }
            if (byPair(lines).equals(wanted) || (WRITES && System.nanoTime() - changed > QUIET_NANOS)) {
                return lines;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return lines;
    }

    /** Sorted by sender and receiver; each pair's lines stay in their order. */
    private static String byPair(List<String> lines) {
        Map<String, List<String>> pairs = lines.stream()
                .collect(Collectors.groupingBy(
                        line -> line.substring(0, Math.min(25, line.length())), TreeMap::new, Collectors.toList()));
        List<String> sorted = new ArrayList<>();
        pairs.values().forEach(sorted::addAll);
        return String.join("\n", sorted);
    }

    @Test
    void shouldShowTheProgramThatRuns() {
        List<String> lines =
                Page.source(JourneyTest.class).lines().map(String::strip).toList();
        assertThat(Page.code())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(lines).contains(line));
    }

    @Test
    void shouldNameWhatThereIs() {
        Map<String, String> sources = Page.sources();
        List<String> unknown = Page.members().stream()
                .filter(member -> {
                    String[] parts = member.split("\\.", 2);
                    String source = sources.get(parts[0]);
                    return source == null || (parts.length > 1 && !source.contains(" " + parts[1] + "("));
                })
                .toList();
        assertThat(Page.members()).hasSizeGreaterThan(20);
        assertThat(unknown)
                .as("classes and methods that are not in the sources")
                .isEmpty();
    }

    @Test
    void shouldSayWhatIsLeftOut() {
        assertThat(Page.leftOut())
                .containsExactlyInAnyOrderElementsOf(
                        Teller.LEFT_OUT.stream().map(MessageType::name).toList());
    }
}
