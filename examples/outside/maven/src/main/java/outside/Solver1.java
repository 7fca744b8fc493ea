package outside;

import dev.mosaic.Tessera;

/** An ordinary class. Mosaic's annotation processor makes {@code Solver1Proxy} of it. */
@Tessera
public class Solver1 {
    private final float[] data;

    public Solver1(float[] data) {
        this.data = data;
    }

    public float[] data() {
        return data;
    }

    /** Adds an update of the same length. */
    public float[] solve(float[] update) {
        System.out.println("Solve 1");
        for (int i = 0; i < data.length; i++) {
            data[i] += update[i];
        }
        System.out.println("Done 1");
        return data;
    }

    public void solveMore() {
        System.out.println("Solve More 1");
        System.out.println("Done More 1");
    }
}
