package dev.mosaic.examples.brain;

import java.util.stream.IntStream;

/**
 * The cells whose speeds are inverted for: those well inside the ring. Each row is one span; an array of the region has one after the other.
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
    /** Where the row begins in an array of the region. */
    private final int[] start;

    Region(Grid grid, Ring ring) {
        this.width = grid.width();
        this.height = grid.height();
        this.margin = grid.margin();
        this.first = new int[height];
        this.end = new int[height];
        this.start = new int[height + 1];
        for (int y = 0; y < height; y++) {
            first[y] = width;
            for (int x = 0; x < width; x++) {
                if (ring.encloses(new Point((x + 0.5f) * grid.step(), (y + 0.5f) * grid.step()), RIM)) {
                    first[y] = Math.min(first[y], x);
                    end[y] = x + 1;
                }
            }
            first[y] = Math.min(first[y], end[y]);
            start[y + 1] = start[y] + end[y] - first[y];
        }
    }

    /** Cells of it. */
    int size() {
        return start[height];
    }

    /** Copies the region's part of a row of the grid. */
    void keep(float[] cells, int row, float[] values) {
        int y = row - margin;
        if (y >= 0 && y < height) {
            System.arraycopy(values, first[y] + margin, cells, start[y], start[y + 1] - start[y]);
        }
    }

    /** Adds the product of the region's cells and a field to a sum. */
    void correlate(float[] cells, float[][] field, float[] sum) {
        for (int y = 0; y < height; y++) {
            addProduct(sum, cells, start[y], start[y + 1], field[y + margin], first[y] + margin - start[y]);
        }
    }

    private static void addProduct(float[] sum, float[] cells, int from, int to, float[] field, int offset) {
        for (int i = from; i < to; i++) {
            sum[i] += cells[i] * field[offset + i];
        }
    }

    /** The first row of the grid that has cells of it. */
    int firstRow() {
        int y = 0;
        while (first[y] == end[y]) {
            y++;
        }
        return y + margin;
    }

    /** The row of the grid behind the last one that has cells of it. */
    int endRow() {
        int y = height;
        while (first[y - 1] == end[y - 1]) {
            y--;
        }
        return y + margin;
    }

    int firstColumn() {
        return IntStream.range(0, height)
                        .filter(y -> first[y] < end[y])
                        .map(y -> first[y])
                        .min()
                        .orElseThrow()
                + margin;
    }

    int endColumn() {
        return IntStream.of(end).max().orElseThrow() + margin;
    }

    /**
     * Its cells out of a part of the grid.
     *
     * @param row of the grid, and {@code column}: where the part begins
     * @param stride from one of the part's rows to the next
     */
    float[] of(float[] part, int row, int column, int stride) {
        float[] cells = new float[size()];
        for (int y = 0; y < height; y++) {
            int from = (y + margin - row) * stride + first[y] + margin - column;
            if (first[y] < end[y]) {
                System.arraycopy(part, from, cells, start[y], start[y + 1] - start[y]);
            }
        }
        return cells;
    }

    /** Spreads the region's cells over the map, with zeros elsewhere. */
    float[] map(float[] cells) {
        float[] map = new float[width * height];
        for (int y = 0; y < height; y++) {
            System.arraycopy(cells, start[y], map, y * width + first[y], start[y + 1] - start[y]);
        }
        return map;
    }
}
