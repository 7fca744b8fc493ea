// Square roots of eight squares, in a stream. Python: joblib.Parallel.
import dev.mosaic.Mosaic;
import dev.mosaic.parallel.Parallel;

void main() {
    try (var mosaic = Mosaic.start(2)) {
        var squares = IntStream.range(0, 8).mapToObj(i -> 1.0 * i * i);
        IO.println(squares.gather(Parallel.map(mosaic, Math::sqrt)).toList());
    }
}
