package program;

import static dev.mosaic.PutOption.durable;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Snapshot;
import dev.mosaic.Tessera;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts durable arrays, and takes the refs along to its next life. */
@Tessera
public class Shelf implements Snapshot<List<Ref<double[]>>> {
    private List<Ref<double[]>> refs = new ArrayList<>();

    public Shelf() {}

    /** An array of 100,000 times the number that it returns: the first is 1. */
    public int put() {
        double[] values = new double[100_000];
        Arrays.fill(values, refs.size() + 1);
        refs.add(Mosaic.current().put(values, durable()));
        return refs.size();
    }

    /** The first number of each array. */
    public List<Double> firsts() {
        return refs.stream().map(each -> each.value()[0]).toList();
    }

    @Override
    public List<Ref<double[]>> snapshot() {
        return new ArrayList<>(refs);
    }

    @Override
    public void restore(List<Ref<double[]>> state) {
        refs = new ArrayList<>(state);
    }
}
