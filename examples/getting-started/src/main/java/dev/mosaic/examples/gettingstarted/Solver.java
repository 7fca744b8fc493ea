package dev.mosaic.examples.gettingstarted;

import dev.mosaic.Tessera;

/** An ordinary class. {@code new Solver(data)} makes one here, {@code SolverProxy.remote(data)} one in a worker. */
@Tessera
public class Solver {
    float[] data;

    public Solver(float[] data) {
        this.data = data;
    }

    /** Adds the update to the data, and gives the data. */
    public float[] solve(float[] update) {
        if (update.length != data.length) {
            throw new IllegalArgumentException("an update of " + update.length + " values for " + data.length);
        }
        System.out.println("Solving for " + data.length + " values");
        for (int i = 0; i < data.length; i++) {
            data[i] += update[i];
        }
        return data;
    }

    /** Says how far it is. */
    public void report() {
        System.out.println("The values are " + data[0] + " now");
    }
}
