package dev.mosaic.examples.brain;

/**
 * The factors of one time step, {@code next = now * p + before * q + bend * laplacian(p)}, for each cell of a grid.
 *
 * <p>They come from {@code p_tt + 2 s p_t + s^2 p = c^2 laplacian(p)} by central differences, where the damping {@code s}
 * is zero in the map and grows with the cube of the depth in the absorbing layer.
 */
final class Medium {
    private static final double REFLECTION = 1e-4;

    final Grid grid;
    final float[][] now;
    final float[][] before;
    final float[][] bend;

    /** The map's speeds, water around it. */
    Medium(Grid grid, float[] speeds) {
        this.grid = grid;
        this.now = grid.field();
        this.before = grid.field();
        this.bend = grid.field();
        for (int row = Grid.REACH; row < grid.rows() - Grid.REACH; row++) {
            for (int column = Grid.REACH; column < grid.columns() - Grid.REACH; column++) {
                int x = column - grid.margin();
                int y = row - grid.margin();
                boolean mapped = x >= 0 && x < grid.width() && y >= 0 && y < grid.height();
                set(row, column, mapped ? speeds[y * grid.width() + x] : SpeedMap.WATER);
            }
        }
    }

    private void set(int row, int column, float speed) {
        double damping = damping(depth(row, grid.rows())) + damping(depth(column, grid.columns()));
        double courant = speed * grid.timeStep() / grid.step();
        now[row][column] = (float) ((2 - damping * damping) / (1 + damping));
        before[row][column] = (float) ((damping - 1) / (1 + damping));
        bend[row][column] = (float) (courant * courant / (1 + damping));
    }

    /** Of a cell in the layer, from 0 to 1. */
    private double depth(int index, int count) {
        int fromEdge = Math.min(index, count - 1 - index) - Grid.REACH;
        int layer = grid.layer();
        return fromEdge >= layer ? 0 : (layer - fromEdge - 0.5) / layer;
    }

    /** In one time step. */
    private double damping(double depth) {
        double strongest = 2 * SpeedMap.WATER * StrictMath.log(1 / REFLECTION) / (grid.layer() * grid.step());
        return strongest * depth * depth * depth * grid.timeStep();
    }

    /** What one unit of a source adds to the cell that it stands in. */
    float sourceStrength() {
        float courant = SpeedMap.WATER * grid.timeStep() / grid.step();
        return courant * courant;
    }
}
