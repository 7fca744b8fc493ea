import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * How much processor time this machine takes for a fixed piece of work, as a multiple of what the machine takes on which the budgets of
 * bin/processor-time.txt were measured. Above 1 it is slower.
 *
 * <pre>
 * java -XX:TieredStopAtLevel=1 bin/MachineSpeed.java           prints it, after some 2 s in which all processors are busy
 * java -XX:TieredStopAtLevel=1 bin/MachineSpeed.java FILE      measures every 10 s beside a run of tests until it is ended; FILE has the median
 * </pre>
 *
 * <p>The work is what JVMs of tests do in small: strings, maps, sorting, and reads all over 8 MiB. Only processor time counts, so that other
 * programs do not, as far as processors do not share a core.
 */
final class MachineSpeed {
    /** Processor time of {@link #work} there, beside busy processors. */
    private static final double REFERENCE_SECONDS = 0.08;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int PAUSE_MILLIS = 10_000;
    private static final int[] MEMORY = new int[1 << 21];

    private MachineSpeed() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        for (int i = 0; i < 5; i++) {
            seconds();
        }
        if (arguments.length == 0) {
            System.out.printf(Locale.ROOT, "%.2f%n", whereAllAreBusy());
            return;
        }
        List<Double> factors = new ArrayList<>();
        while (true) {
            factors.add(seconds() / REFERENCE_SECONDS);
            Files.writeString(Path.of(arguments[0]), String.format(Locale.ROOT, "%.2f%n", median(factors)));
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static double whereAllAreBusy() {
        for (int i = 1; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread.ofPlatform().daemon().start(() -> {
                while (true) {
                    work();
                }
            });
        }
        List<Double> factors = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            factors.add(seconds() / REFERENCE_SECONDS);
        }
        return median(factors);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static double seconds() {
        long before = THREADS.getCurrentThreadCpuTime();
        long sum = work();
        double seconds = (THREADS.getCurrentThreadCpuTime() - before) / 1e9;
        if (sum == 0) {
            throw new AssertionError("the work was left out");
        }
        return seconds;
    }

    private static long work() {
        SplittableRandom random = new SplittableRandom(1);
        Map<String, Integer> words = new HashMap<>();
        for (int i = 0; i < 60_000; i++) {
            words.merge("word" + random.nextInt(20_000), 1, Integer::sum);
        }
        int[] numbers = random.ints(150_000).toArray();
        Arrays.sort(numbers);
        long sum = words.values().stream().mapToLong(count -> (long) count * count).sum() + numbers[0];
        int at = 0;
        for (int i = 0; i < 300_000; i++) {
            at = (at * 1_103_515_245 + 12_345 + MEMORY[at & MEMORY.length - 1]) & MEMORY.length - 1;
            sum += at;
        }
        return sum;
    }
}
