// Random numbers in two processes: the same in both, then others in each, then many. Python: multiprocessing.Process.
import dev.mosaic.Mosaic;
import dev.mosaic.parallel.Pool;
import dev.mosaic.parallel.RandomStreams;

static final RandomStreams STREAMS = new RandomStreams(42);
static final int MANY = 100_000_000;

static List<Double> five(int stream) {
    return STREAMS.at(stream).doubles(5).boxed().toList();
}

static double mean(int stream) {
    return STREAMS.at(stream).doubles(MANY / 2).average().orElseThrow();
}

void main() {
    try (var mosaic = Mosaic.start(2);
            var pool = Pool.of(mosaic, 2)) {
        IO.println("Equal: " + new HashSet<>(pool.map(List.of(0, 0), i -> five(i))).size());
        IO.println("Different: " + new HashSet<>(pool.map(List.of(0, 1), i -> five(i))).size());
        IO.println("Means: " + pool.map(List.of(0, 1), i -> mean(i)));
    }
}
