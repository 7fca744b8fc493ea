package outside;

import dev.mosaic.Tessera;

/** Another one. */
@Tessera
public class Solver2 {
    /** Twice the data. */
    public float[] solve(float[] data) {
        System.out.println("Solve 2");
        float[] twice = new float[data.length];
        for (int i = 0; i < data.length; i++) {
            twice[i] = 2 * data[i];
        }
        System.out.println("Done 2");
        return twice;
    }

    public void solveMore() {
        System.out.println("Solve More 2");
        System.out.println("Done More 2");
    }
}
