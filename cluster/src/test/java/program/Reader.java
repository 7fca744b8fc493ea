package program;

import dev.mosaic.Mosaic;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Tessera;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads entries of the warehouse in every way, and makes some. */
@Tessera
public class Reader {
    private final List<Ref<double[]>> kept = new ArrayList<>();

    public Reader() {}

    public double[] ones(int count) {
        double[] values = new double[count];
        java.util.Arrays.fill(values, 1);
        return values;
    }

    public CompletionStage<List<String>> words() {
        return CompletableFuture.completedFuture(List.of("a", "b"));
    }

    public double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    public double sums(double[] first, double[] second) {
        return sum(first) + sum(second);
    }

    public double sumOf(Ref<double[]> ref) {
        return sum(ref.value());
    }

    public double sumOfSegment(Ref<double[]> ref) {
        MemorySegment segment = ref.segment();
        double sum = 0;
        for (long i = 0; i < segment.byteSize() / Double.BYTES; i++) {
            sum += segment.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
        }
        return sum;
    }

    public double lastOfSegment(Ref<double[]> ref) {
        MemorySegment segment = ref.segment();
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, segment.byteSize() / Double.BYTES - 1);
    }

    /** Nanoseconds that the second of two reads took. */
    public long secondReadNanos(Ref<double[]> ref) {
        MemorySegment first = ref.segment();
        long start = System.nanoTime();
        MemorySegment second = ref.segment();
        long nanos = System.nanoTime() - start;
        return first.address() == second.address() ? nanos : Long.MAX_VALUE;
    }

    public void keeps(Ref<double[]> ref) {
        kept.add(ref);
    }

    public double sumOfKept() {
        return sum(kept.getLast().value());
    }

    public Ref<double[]> puts(int count, double value) {
        return Mosaic.current().put(makes(count, value), PutOption.broadcast());
    }

    /** An entry that is not what the type of the ref says. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Ref<List<String>> putsOther() {
        List<String> words = new ArrayList(List.of("a", new Unsaid(1)));
        return Mosaic.current().put(words);
    }

    /** In the type of no method. */
    public record Unsaid(int number) {}

    public double[] makes(int count, double value) {
        double[] values = new double[count];
        java.util.Arrays.fill(values, value);
        return values;
    }

    public int count(List<Object> refs) {
        return refs.size();
    }

    public long pid() {
        return ProcessHandle.current().pid();
    }
}
