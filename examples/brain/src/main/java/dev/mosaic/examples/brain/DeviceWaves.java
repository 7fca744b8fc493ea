package dev.mosaic.examples.brain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Waves on the OpenCL device of this worker. Fields, history and sums stay on it: a gradient sends what was measured, and fetches what is heard
 * and one float for each cell around the region.
 *
 * <p>Where the history of a run is larger than one buffer may be, or than half of the device's memory, the run is divided. It goes forward once and
 * keeps its two fields at the beginning of each part; each part but the last goes forward again before it goes back. That costs one more run.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> seven fields and the history of a part, which are free some time after this is garbage.
 */
final class DeviceWaves implements Waves {
    private static final int CELLS = Transducer.SIZE * Transducer.SIZE;

    private final Survey survey;
    private final Grid grid;
    private final Region region;
    private final OpenCl device;
    private final OpenCl.Memory memory;

    /** Cells of a work-item. */
    private final int width;

    /** Floats of a row on the device: the last work-item of a row steps cells behind the grid's. */
    private final int stride;

    /** Work-items of a row and how many rows are stepped. */
    private final int across;

    private final int down;

    /** The part of the grid that the region is in: its first cell, its size in floats, and where a row follows on the one before. */
    private final int boxRow;

    private final int boxColumn;
    private final int boxStride;
    private final int boxSize;

    /** Steps of which the history is on the device at once. */
    private final int part;

    private final OpenCl.Kernel forward;
    private final OpenCl.Kernel backward;

    private final Fields running;
    private final Fields adjoint;
    private final Fields[] kept;
    private final long now;
    private final long before;
    private final long bend;
    private final long history;
    private final long sum;
    private final long traces;
    private final long places;
    private final long weights;
    private final Reached reached;

    private float[] speeds = {};
    private float strength;

    /** The wave at this time, and at the one before, which becomes the next. */
    private final class Fields {
        private long wave = field();
        private long other = field();

        private void clear() {
            device.clear(wave, fieldBytes());
            device.clear(other, fieldBytes());
        }

        private void set(Fields from) {
            device.copy(from.wave, wave, fieldBytes());
            device.copy(from.other, other, fieldBytes());
        }

        private void swap() {
            long next = other;
            other = wave;
            wave = next;
        }
    }

    /** The cells that elements reach, and for each of them the elements with their weights. */
    private final class Reached {
        /** For each work-item, and one behind the last: the first of its cells. */
        private final long firsts;

        private final long cells;
        private final long starts;
        private final long elements;
        private final long weights;

        private Reached(List<Transducer> all) {
            long[] byCell = new long[all.size() * CELLS]; // cell, element, number of the weight
            for (int i = 0; i < all.size(); i++) {
                for (int j = 0; j < CELLS; j++) {
                    int cell = all.get(i).place(stride) + j / Transducer.SIZE * stride + j % Transducer.SIZE;
                    byCell[i * CELLS + j] = (long) cell << 32 | (long) i << 8 | j;
                }
            }
            Arrays.sort(byCell);
            int[] startOf = new int[byCell.length + 1];
            int[] its = new int[byCell.length];
            int[] elementOf = new int[byCell.length];
            float[] weightOf = new float[byCell.length];
            int found = 0;
            for (int k = 0; k < byCell.length; k++) {
                int cell = (int) (byCell[k] >>> 32);
                if (found == 0 || its[found - 1] != cell) {
                    startOf[found] = k;
                    its[found++] = cell;
                }
                elementOf[k] = (int) byCell[k] >>> 8;
                weightOf[k] = all.get(elementOf[k]).weight((int) byCell[k] & 0xff);
            }
            startOf[found] = byCell.length;
            int[] firstOf = new int[across * down + 1];
            for (int i = 0; i < found; i++) {
                int row = its[i] / stride - Grid.REACH;
                int column = (its[i] % stride - Grid.REACH) / width;
                firstOf[row * across + column + 1]++;
            }
            Arrays.parallelPrefix(firstOf, Integer::sum);
            firsts = on(firstOf);
            cells = on(Arrays.copyOf(its, found));
            starts = on(Arrays.copyOf(startOf, found + 1));
            elements = on(elementOf);
            weights = on(weightOf);
        }
    }

    /**
     * On the device of this worker.
     *
     * @throws IllegalStateException with what to install, where there is none
     */
    static DeviceWaves of(Survey survey, Grid grid) {
        OpenCl device = OpenCl.ofThisWorker();
        return new DeviceWaves(survey, grid, device, Math.min(device.bufferBytes, device.memoryBytes / 2));
    }

    /** @param historyBytes the most that the history on the device may take */
    DeviceWaves(Survey survey, Grid grid, OpenCl device, long historyBytes) {
        this.survey = survey;
        this.grid = grid;
        this.device = device;
        this.memory = device.memory(this);
        this.region = new Region(grid, survey.ring());
        this.width = Math.max(1, device.floats);
        this.across = (grid.columns() - 2 * Grid.REACH + width - 1) / width;
        this.down = grid.rows() - 2 * Grid.REACH;
        this.stride = across * width + 2 * Grid.REACH;
        int boxAt = (region.firstColumn() - Grid.REACH) / width;
        int boxItems = (region.endColumn() - Grid.REACH + width - 1) / width - boxAt;
        this.boxRow = region.firstRow();
        this.boxColumn = Grid.REACH + boxAt * width;
        this.boxStride = boxItems * width;
        int boxRows = region.endRow() - boxRow;
        this.boxSize = boxRows * boxStride;
        long most = Math.min(historyBytes / Float.BYTES, Integer.MAX_VALUE); // the kernels count floats in ints
        this.part = Math.clamp(most / boxSize, 1, grid.steps());
        long program = device.program(
                source(),
                String.format(
                        Locale.ROOT,
                        "-DWIDTH=%d -DSTRIDE=%d -DROWS=%d -DSIZE=%d -DBOX_ROW=%d -DBOX_COLUMN=%d -DBOX_ROWS=%d -DBOX_COLUMNS=%d",
                        width,
                        stride,
                        down,
                        Transducer.SIZE,
                        boxRow - Grid.REACH,
                        boxAt,
                        boxRows,
                        boxItems));
        this.forward = device.kernel(program, "forward");
        this.backward = device.kernel(program, "backward");
        this.running = new Fields();
        this.adjoint = new Fields();
        this.kept = new Fields[(grid.steps() - 1) / part];
        Arrays.setAll(kept, _ -> new Fields());
        this.now = field();
        this.before = field();
        this.bend = field();
        this.history = memory.buffer((long) part * boxSize * Float.BYTES);
        this.sum = memory.buffer((long) boxSize * Float.BYTES);
        this.traces = memory.buffer((long) survey.elements() * grid.steps() * Float.BYTES);
        List<Transducer> all = survey.places().stream()
                .map(place -> new Transducer(grid, place))
                .toList();
        this.places = on(all.stream().mapToInt(each -> each.place(stride)).toArray());
        float[] eachWeight = new float[all.size() * CELLS];
        for (int i = 0; i < eachWeight.length; i++) {
            eachWeight[i] = all.get(i / CELLS).weight(i % CELLS);
        }
        this.weights = on(eachWeight);
        this.reached = new Reached(all);
    }

    @Override
    public void medium(float[] given) {
        Medium medium = new Medium(grid, given);
        speeds = given;
        strength = medium.sourceStrength();
        device.write(now, flat(medium.now));
        device.write(before, flat(medium.before));
        device.write(bend, flat(medium.bend));
    }

    @Override
    public Traces traces(int source) {
        running.clear();
        run(source, 0, grid.steps(), true, false);
        return heard(source);
    }

    @Override
    public Gradient gradient(int source, Traces measured) {
        running.clear();
        for (int i = 0; i < kept.length; i++) {
            run(source, i * part, (i + 1) * part, true, false);
            kept[i].set(running);
        }
        run(source, kept.length * part, grid.steps(), true, true);
        Traces residual = heard(source).minus(measured);
        device.write(traces, ofAll(source, residual));
        adjoint.clear();
        device.clear(sum, (long) boxSize * Float.BYTES);
        back(kept.length * part, grid.steps());
        for (int i = kept.length - 1; i >= 0; i--) {
            if (i == 0) {
                running.clear();
            } else {
                running.set(kept[i - 1]);
            }
            run(source, i * part, (i + 1) * part, false, true);
            back(i * part, (i + 1) * part);
        }
        float[] sums = device.read(sum, boxSize);
        return Gradient.of(residual, region.map(region.of(sums, boxRow, boxColumn, boxStride)), speeds);
    }

    /** Goes from one step to another; `hears` writes traces, `keeps` the history. */
    private void run(int source, int from, int end, boolean hears, boolean keeps) {
        float[] burst = Wavelet.toneBurst(survey.frequency(), grid.timeStep(), grid.steps());
        for (int n = from; n < end; n++) {
            forward.run(
                    across,
                    hears ? down + (survey.elements() + across - 1) / across : down,
                    running.other,
                    running.wave,
                    now,
                    before,
                    bend,
                    history,
                    keeps ? (n - from) * boxSize : -1,
                    places,
                    weights,
                    survey.element(source),
                    strength * burst[n],
                    traces,
                    survey.elements(),
                    grid.steps(),
                    n);
            running.swap();
        }
    }

    /** Goes back from a step to another, of which the history is there. A step adds the product that belongs to the one before it. */
    private void back(int from, int end) {
        for (int n = end - 1; n >= from; n--) {
            backward.run(
                    across,
                    down,
                    adjoint.other,
                    adjoint.wave,
                    now,
                    before,
                    bend,
                    history,
                    (n - from) * boxSize,
                    sum,
                    reached.firsts,
                    reached.cells,
                    reached.starts,
                    reached.elements,
                    reached.weights,
                    traces,
                    grid.steps(),
                    n);
            adjoint.swap();
        }
    }

    private Traces heard(int source) {
        float[] all = device.read(traces, survey.elements() * grid.steps());
        int[] hearing = survey.hearing(source);
        Traces heard = Traces.silent(hearing.length, grid.steps(), grid.timeStep());
        for (int i = 0; i < hearing.length; i++) {
            System.arraycopy(all, hearing[i] * grid.steps(), heard.values(), i * grid.steps(), grid.steps());
        }
        return heard;
    }

    /** With zeros for elements that do not hear. */
    private float[] ofAll(int source, Traces traces) {
        float[] all = new float[survey.elements() * grid.steps()];
        int[] hearing = survey.hearing(source);
        for (int i = 0; i < hearing.length; i++) {
            System.arraycopy(traces.values(), i * grid.steps(), all, hearing[i] * grid.steps(), grid.steps());
        }
        return all;
    }

    private float[] flat(float[][] field) {
        float[] flat = new float[grid.rows() * stride];
        for (int row = 0; row < grid.rows(); row++) {
            System.arraycopy(field[row], 0, flat, row * stride, grid.columns());
        }
        return flat;
    }

    private long fieldBytes() {
        return (long) grid.rows() * stride * Float.BYTES;
    }

    private long field() {
        long field = memory.buffer(fieldBytes());
        device.clear(field, fieldBytes());
        return field;
    }

    private long on(int[] values) {
        long buffer = memory.buffer((long) values.length * Integer.BYTES);
        device.write(buffer, values);
        return buffer;
    }

    private long on(float[] values) {
        long buffer = memory.buffer((long) values.length * Float.BYTES);
        device.write(buffer, values);
        return buffer;
    }

    private static String source() {
        try (InputStream in = DeviceWaves.class.getResourceAsStream("wave.cl")) {
            if (in == null) {
                throw new IllegalStateException("wave.cl is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
