package dev.mosaic.examples.brain;

/**
 * The cells whose speeds are inverted for: those well inside the ring. Each row is one span.
 *
 * <p><b>Threading:</b> any thread, unless its arguments are shared.
 */
final class Region {
    /** What is left out beside the ring, in metres. */
    private static final float RIM = 8e-3f;

    private final int height;
    private final int width;
    private final int margin;
    private final int[] first;
    private final int[] end;

    Region(Grid grid, Ring ring) {
        this.width = grid.width();
        this.height = grid.height();
        this.margin = grid.margin();
        this.first = new int[height];
        this.end = new int[height];
        for (int y = 0; y < height; y++) {
            first[y] = width;
            for (int x = 0; x < width; x++) {
                if (ring.encloses(new Point((x + 0.5f) * grid.step(), (y + 0.5f) * grid.step()), RIM)) {
                    first[y] = Math.min(first[y], x);
                    end[y] = x + 1;
                }
            }
            first[y] = Math.min(first[y], end[y]);
        }
    }

    int height() {
        return height;
    }

    float[][] rows() {
        float[][] rows = new float[height][];
        for (int y = 0; y < height; y++) {
            rows[y] = new float[end[y] - first[y]];
        }
        return rows;
    }

    /** Copies the region's part of a row of the grid. */
    void keep(float[][] rows, int row, float[] values) {
        int y = row - margin;
        if (y >= 0 && y < height) {
            rows[y] = new float[end[y] - first[y]];
            System.arraycopy(values, first[y] + margin, rows[y], 0, rows[y].length);
        }
    }

    /** Adds the product of kept rows and a field to a sum. */
    void correlate(float[][] kept, float[][] field, float[][] sum) {
        for (int y = 0; y < height; y++) {
            addProduct(sum[y], kept[y], field[y + margin], first[y] + margin);
        }
    }

    private static void addProduct(float[] sum, float[] kept, float[] field, int offset) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += kept[i] * field[offset + i];
        }
    }

    /** Spreads rows over the map, with zeros elsewhere. */
    float[] map(float[][] rows) {
        float[] map = new float[width * height];
        for (int y = 0; y < height; y++) {
            System.arraycopy(rows[y], 0, map, y * width + first[y], rows[y].length);
        }
        return map;
    }
}
