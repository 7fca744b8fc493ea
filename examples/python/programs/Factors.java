// The QR decomposition of a tall matrix by blocks, multiplied again, with a profile and the times drawn. Python: dask.array, dask.diagnostics.
//DEPS org.hipparchus:hipparchus-core:4.0.3
import dev.mosaic.Mosaic;
import dev.mosaic.parallel.Delayed;
import dev.mosaic.parallel.Graph;
import dev.mosaic.parallel.RandomStreams;
import java.util.random.RandomGenerator;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;

static final int BLOCKS = 10;
static final int ROWS = 1_000;
static final int COLUMNS = 100;

static RealMatrix random(int block) {
    RandomGenerator random = new RandomStreams(1).at(block);
    double[][] values = new double[ROWS][];
    Arrays.setAll(values, row -> random.doubles(COLUMNS).toArray());
    return new Array2DRowRealMatrix(values, false);
}

record QR(RealMatrix q, RealMatrix r) {
    static QR of(RealMatrix a) {
        var both = new QRDecomposition(a);
        int last = a.getColumnDimension() - 1;
        return new QR(
                both.getQ().getSubMatrix(0, a.getRowDimension() - 1, 0, last), both.getR().getSubMatrix(0, last, 0, last));
    }

    static QR ofStacked(List<QR> parts) {
        RealMatrix all = MatrixUtils.createRealMatrix(BLOCKS * COLUMNS, COLUMNS);
        for (int i = 0; i < BLOCKS; i++) {
            all.setSubMatrix(parts.get(i).r().getData(), i * COLUMNS, 0);
        }
        return of(all);
    }

    RealMatrix q(int block) {
        return q.getSubMatrix(block * COLUMNS, (block + 1) * COLUMNS - 1, 0, COLUMNS - 1);
    }
}

static double distance(RealMatrix a, RealMatrix b) {
    return a.subtract(b).getFrobeniusNorm();
}

void main() throws IOException {
    List<Delayed<RealMatrix>> blocks = IntStream.range(0, BLOCKS)
            .mapToObj(i -> Delayed.of(() -> random(i)).named("random"))
            .toList();
    List<Delayed<QR>> parts = blocks.stream().map(block -> block.then(QR::of)).toList();
    Delayed<QR> whole = Delayed.all(parts).then(QR::ofStacked);
    List<Delayed<Double>> distances = new ArrayList<>();
    for (int i = 0; i < BLOCKS; i++) {
        int block = i;
        Delayed<RealMatrix> product = Delayed.of(
                (part, all) -> part.q().multiply(all.q(block)).multiply(all.r()), parts.get(i), whole);
        distances.add(Delayed.of((a, b) -> distance(a, b), blocks.get(i), product.named("product")).named("distance"));
    }
    Delayed<Double> farthest = Delayed.all(distances).then(Collections::max);
    try (var mosaic = Mosaic.start(2)) {
        Graph.Run run = Graph.of(farthest).timed().run(mosaic);
        Files.writeString(Path.of("factors.svg"), run.svg());
        IO.print(run.profile());
        IO.println("Distance below 1e-10: " + (run.value(farthest) < 1e-10));
    }
}
