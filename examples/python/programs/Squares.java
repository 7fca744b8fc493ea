// Squares of three numbers, by a pool of three workers. Python: multiprocessing.Pool.
import dev.mosaic.Mosaic;
import dev.mosaic.parallel.Pool;

static int square(int x) {
    return x * x;
}

void main() {
    try (var mosaic = Mosaic.start(3);
            var pool = Pool.of(mosaic, 3)) {
        IO.println(pool.map(List.of(1, 2, 3), x -> square(x)));
    }
}
