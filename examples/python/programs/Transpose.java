// A matrix plus its transpose, by blocks: the graph is drawn, then computed. Python: dask.array.
import dev.mosaic.Mosaic;
import dev.mosaic.parallel.Delayed;
import dev.mosaic.parallel.Graph;

record Block(double[][] values) {
    static Block ones(int size) {
        double[][] values = new double[size][size];
        for (double[] row : values) {
            Arrays.fill(row, 1);
        }
        return new Block(values);
    }

    Block plusTransposed(Block other) {
        int size = values.length;
        double[][] sums = new double[size][size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                sums[row][column] = values[row][column] + other.values[column][row];
            }
        }
        return new Block(sums);
    }

    double sum() {
        return Arrays.stream(values).flatMapToDouble(Arrays::stream).sum();
    }
}

static int transposed(int block) {
    return block % 3 * 3 + block / 3;
}

void main() throws IOException {
    List<Delayed<Block>> x = Collections.nCopies(9, 5).stream()
            .map(size -> Delayed.of(() -> Block.ones(size)).named("ones"))
            .toList();
    List<Delayed<Block>> y = IntStream.range(0, 9)
            .mapToObj(i -> Delayed.of(Block::plusTransposed, x.get(i), x.get(transposed(i))))
            .toList();
    Graph graph = Graph.of(y);
    Files.writeString(Path.of("transpose.svg"), graph.svg());
    try (var mosaic = Mosaic.start(2)) {
        Graph.Run run = graph.run(mosaic);
        IO.println(y.stream().map(run::value).mapToDouble(Block::sum).sum());
    }
}
