package dev.mosaic.examples.brain;

/**
 * The laplacians of a run inside a region, a float for each cell and step. The arrays are made by the first run and written again by those
 * after it, so that gradients leave little to collect.
 *
 * <p><b>Threading:</b> one thread.
 */
final class History {
    private final Region region;
    private final float[][] kept;

    History(Region region, int steps) {
        this.region = region;
        this.kept = new float[steps][];
    }

    /** Keeps the region's part of a row of the grid. */
    void keep(int step, int row, float[] laplacian) {
        float[] cells = kept[step];
        if (cells == null) {
            cells = new float[region.size()];
            kept[step] = cells;
        }
        region.keep(cells, row, laplacian);
    }

    /** Adds the product of a step's laplacians and a field to a sum. */
    void correlate(int step, float[][] field, float[] sum) {
        region.correlate(kept[step], field, sum);
    }
}
