// Parameters in two shards, which four training loops read and update at the same time. Python: Ray.
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.parallel.RandomStreams;

static final int DIMENSION = 1_000_000;
static final int SHARDS = 2;
static final int WORKERS = 4;
static final int ITERATIONS = 10;

static class Shard {
    private final double[] parameters = new double[DIMENSION / SHARDS];

    double[] parameters() {
        return parameters;
    }

    void update(double[] update) {
        Arrays.setAll(parameters, i -> parameters[i] + update[i]);
    }
}

static void train(int worker, List<Remote<Shard>> shards) {
    var random = new RandomStreams(3).at(worker);
    for (int i = 0; i < ITERATIONS; i++) {
        List<Task<double[]>> pulls = shards.stream().map(each -> each.call(Shard::parameters)).toList();
        Mosaic.current().gather(pulls);
        for (Remote<Shard> shard : shards) {
            shard.call(Shard::update, random.doubles(DIMENSION / SHARDS).toArray());
        }
    }
}

void main() {
    try (var mosaic = Mosaic.start(2)) {
        List<Remote<Shard>> shards =
                Stream.generate(() -> mosaic.remote(Shard::new)).limit(SHARDS).toList();
        List<Task<Void>> loops = IntStream.range(0, WORKERS)
                .mapToObj(worker -> mosaic.submit(() -> train(worker, shards)))
                .toList();
        mosaic.gather(loops);
        double mean = shards.stream()
                .flatMapToDouble(each -> Arrays.stream(each.call(Shard::parameters).result()))
                .average()
                .orElseThrow();
        IO.println("Mean: " + Math.round(mean) + " after " + WORKERS * ITERATIONS + " updates");
    }
}
