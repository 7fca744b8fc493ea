// Squares by tasks, and four counters that live in workers. Python: ray.remote.
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;

static class Counter {
    private int value;

    void increment() {
        value++;
    }

    int read() {
        return value;
    }
}

void main() {
    try (var mosaic = Mosaic.start(2)) {
        IO.println(mosaic.gather(mosaic.map(List.of(0, 1, 2, 3), x -> x * x)));

        List<Remote<Counter>> counters =
                Stream.generate(() -> mosaic.remote(Counter::new)).limit(4).toList();
        counters.forEach(each -> each.call(Counter::increment));
        IO.println(mosaic.gather(
                counters.stream().map(each -> each.call(Counter::read)).toList()));
    }
}
