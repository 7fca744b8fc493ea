package dev.mosaic.bench;

import dev.mosaic.Tessera;
import java.util.random.RandomGenerator;

/** What most workloads call: methods that do next to nothing. */
@Tessera
public class Target {
    private double[] kept = new double[0];

    public Target() {}

    public void noop() {}

    public int step(int x) {
        return x + 1;
    }

    /** A copy with one element changed. */
    public double[] stepArray(double[] x) {
        double[] y = x.clone();
        y[0]++;
        return y;
    }

    public double take(double[] x) {
        return x[0];
    }

    /** Random numbers; the same ones while the length is the same. */
    public double[] make(int elements) {
        if (kept.length != elements) {
            kept = random(elements);
        }
        return kept;
    }

    static double[] random(int elements) {
        return RandomGenerator.getDefault().doubles(elements).toArray();
    }
}
