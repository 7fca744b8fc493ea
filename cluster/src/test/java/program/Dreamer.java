package program;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A program on a laptop that is closed while its workers compute. It says {@code begun}, and in the end what came out. */
public final class Dreamer {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int CALLS = 60;
    private static final long CALL_MILLIS = 250;

    private Dreamer() {}

    /** What it says when nothing was lost and nothing ran twice. */
    public static final String WELL = "calls=60 notes=60 in order tasks=40 entry=1000000.0 new=7";

    /**
     * Computes.
     *
     * @param args the address
     */
    public static void main(String[] args) {
        try (Mosaic mosaic = Mosaic.connect(args[0])) {
            double[] ones = new double[1_000_000];
            Arrays.fill(ones, 1);
            Ref<double[]> put = mosaic.put(ones);
            Remote<Ledger> ledger = mosaic.remote(Ledger::new);
            Remote<Sleeper> sleeper = mosaic.remote(Sleeper::new);
            List<Task<Integer>> notes = IntStream.range(0, CALLS)
                    .mapToObj(i -> ledger.after(sleeper.call(Sleeper::sleep, CALL_MILLIS))
                            .call(Ledger::note, i))
                    .toList();
            List<Task<Integer>> tasks =
                    mosaic.map(IntStream.range(0, 40).boxed().toList(), item -> {
                        Sleeper.rest(CALL_MILLIS);
                        return item;
                    });
            notes.getFirst().await(LONG);
            System.out.println("begun");
            List<Integer> counts = mosaic.gather(notes);
            int[] all = ledger.call(Ledger::all).result(LONG);
            boolean inOrder = Arrays.equals(all, IntStream.range(0, CALLS).toArray());
            double sum = mosaic.remote(Reader::new).call(Reader::sum, put).result(LONG);
            System.out.println("calls=" + counts.size() + " notes=" + all.length + (inOrder ? " in order" : " mixed")
                    + " tasks=" + mosaic.gather(tasks).size() + " entry=" + sum + " new="
                    + mosaic.put(7).value());
        }
    }
}
