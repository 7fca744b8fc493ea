package dev.mosaic.bench;

import dev.mosaic.Tessera;

/** A part of the parameters of a model. */
@Tessera
public class Shard {
    private final double[] parameters;
    private int updates;

    public Shard(int length) {
        parameters = new double[length];
    }

    public double[] read() {
        return parameters;
    }

    /** Adds element by element. */
    public void update(double[] change) {
        for (int i = 0; i < change.length; i++) {
            parameters[i] += change[i];
        }
        updates++;
    }

    public int updates() {
        return updates;
    }
}
