package program;

import dev.mosaic.Tessera;

/** The solver of the documentation. */
@Tessera
public class Solver {
    float[] data;

    public Solver(float[] data) {
        this.data = data;
    }

    public float[] solve(float[] update) {
        for (int i = 0; i < data.length; i++) {
            data[i] += update[i];
        }
        return data;
    }

    public float first() {
        return data[0];
    }
}
