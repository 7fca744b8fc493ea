package dev.mosaic.examples.brain;

/**
 * The cells that waves are computed on: the map, an absorbing layer around it, and a rim of zeros that the stencil reads.
 *
 * @param width of the map, in cells
 * @param height of the map, in cells
 * @param step side of a cell, in m
 * @param timeStep in s
 * @param steps of time in a run
 */
public record Grid(int width, int height, float step, float timeStep, int steps) {
    /** Cells that the stencil reaches to each side. */
    static final int REACH = 4;

    /** Thickness of the absorbing layer, in m: the same on all grids, so that what it leaves over is the same too. */
    private static final float THICKNESS = 35e-3f;

    /** Highest speed that the time step allows for, in m/s. */
    static final float FASTEST = 1650;

    /** Cells that the fastest wave passes in one time step. The scheme is stable up to 0.55; half of it keeps waves in step. */
    private static final float COURANT = 0.25f;

    /**
     * The grid of a map.
     *
     * @param duration of a run, in s
     */
    public static Grid of(SpeedMap map, double duration) {
        return of(map, duration, 1);
    }

    /** {@link #of(SpeedMap, double)} with a time step that many times shorter. */
    static Grid of(SpeedMap map, double duration, int refinement) {
        float timeStep = COURANT * map.step() / FASTEST / refinement;
        return new Grid(map.width(), map.height(), map.step(), timeStep, (int) StrictMath.ceil(duration / timeStep));
    }

    /** Cells that the absorbing layer is thick. */
    int layer() {
        return Math.round(THICKNESS / step);
    }

    /** Cells before the first of the map, in both directions. */
    int margin() {
        return REACH + layer();
    }

    int columns() {
        return width + 2 * margin();
    }

    int rows() {
        return height + 2 * margin();
    }

    float[][] field() {
        return new float[rows()][columns()];
    }
}
