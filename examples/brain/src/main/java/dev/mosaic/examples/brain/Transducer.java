package dev.mosaic.examples.brain;

/**
 * A transducer between the cells of a grid: sends into and hears from the cells around it, weighted by a sinc function
 * under a Kaiser window (Hicks 2002), so that its place does not depend on the grid.
 */
final class Transducer {
    private static final int RADIUS = 3;
    /** Cells that it reaches in each direction. */
    static final int SIZE = 2 * RADIUS;

    /** For this radius and waves of at least four cells. */
    private static final double SHAPE = 4.4;

    private final int row;
    private final int column;
    private final float[] weights = new float[SIZE * SIZE];

    Transducer(Grid grid, Point place) {
        double x = place.x() / grid.step() - 0.5 + grid.margin();
        double y = place.y() / grid.step() - 0.5 + grid.margin();
        this.column = (int) x - RADIUS + 1;
        this.row = (int) y - RADIUS + 1;
        for (int i = 0; i < SIZE; i++) {
            double vertical = weight(row + i - y);
            for (int j = 0; j < SIZE; j++) {
                weights[i * SIZE + j] = (float) (vertical * weight(column + j - x));
            }
        }
    }

    /** Adds to the wave around the transducer. */
    void send(float[][] wave, float amount) {
        for (int i = 0; i < SIZE; i++) {
            float[] cells = wave[row + i];
            for (int j = 0; j < SIZE; j++) {
                cells[column + j] += weights[i * SIZE + j] * amount;
            }
        }
    }

    /** {@link #send} with another factor for each cell. */
    void send(float[][] wave, float amount, float[][] factors) {
        for (int i = 0; i < SIZE; i++) {
            float[] cells = wave[row + i];
            float[] factor = factors[row + i];
            for (int j = 0; j < SIZE; j++) {
                cells[column + j] += weights[i * SIZE + j] * amount * factor[column + j];
            }
        }
    }

    /** The wave at the transducer. */
    float hear(float[][] wave) {
        float sum = 0;
        for (int i = 0; i < SIZE; i++) {
            float[] cells = wave[row + i];
            for (int j = 0; j < SIZE; j++) {
                sum += weights[i * SIZE + j] * cells[column + j];
            }
        }
        return sum;
    }

    /** The number of its first cell in a field of that many columns; the others are in {@value #SIZE} rows and columns from there. */
    int place(int columns) {
        return row * columns + column;
    }

    /** The weight of its cell of that number, row by row. */
    float weight(int cell) {
        return weights[cell];
    }

    private static double weight(double distance) {
        double part = distance / RADIUS;
        if (part <= -1 || part >= 1) {
            return 0;
        }
        double window = bessel(SHAPE * StrictMath.sqrt(1 - part * part)) / bessel(SHAPE);
        double angle = StrictMath.PI * distance;
        return distance == 0 ? 1 : window * StrictMath.sin(angle) / angle;
    }

    /** The modified Bessel function of the first kind and order zero, by its series. */
    private static double bessel(double x) {
        double term = 1;
        double sum = 1;
        for (int k = 1; k < 30; k++) {
            term *= x * x / (4.0 * k * k);
            sum += term;
        }
        return sum;
    }
}
