// The steps of Propagator.java, Transducer.java and Region.java as kernels.
//
// A field is ROWS rows of STRIDE floats. A work-item steps WIDTH neighbours of one row: as many as the device's vectors have, 1 on most GPUs.
// No cell is written by two work-items and sums have a fixed order, so the same device gives the same bits in each run.

#define REACH 4
#define FLOOR 1e-20f

#if WIDTH == 1
typedef float cells;
#define LOAD(field, at) (field)[at]
#define STORE(value, field, at) (field)[at] = (value)
#else
#define JOINED(a, b) a##b
#define SIZED(name, width) JOINED(name, width)
typedef SIZED(float, WIDTH) cells;
#define LOAD(field, at) SIZED(vload, WIDTH)(0, (field) + (at))
#define STORE(value, field, at) SIZED(vstore, WIDTH)(value, 0, (field) + (at))
#endif

// Second derivatives of the field at cells, in both directions, times the square of a cell's side.
static cells laplacian(global const float *field, int at, cells here) {
    const float weights[REACH] = {8.0f / 5, -1.0f / 5, 8.0f / 315, -1.0f / 560};
    cells sum = 2 * (-205.0f / 72) * here;
    for (int i = 0; i < REACH; i++) {
        const int across = 1 + i;
        const int down = across * STRIDE;
        sum += weights[i] * ((LOAD(field, at - across) + LOAD(field, at + across)) + (LOAD(field, at - down) + LOAD(field, at + down)));
    }
    return sum;
}

static cells stepped(global const float *next, int at, cells here, cells bending, global const float *now, global const float *before, global const float *bend) {
    return LOAD(now, at) * here + LOAD(before, at) * LOAD(next, at) + LOAD(bend, at) * bending + FLOOR;
}

// Where the cells of a work-item are in a field.
static int place(void) {
    return (REACH + (int) get_global_id(1)) * STRIDE + REACH + (int) get_global_id(0) * WIDTH;
}

// Where they are in an array of the box around the region that is inverted; -1 outside. The box is counted in work-items.
static int inBox(void) {
    const int column = (int) get_global_id(0) - BOX_COLUMN;
    const int row = (int) get_global_id(1) - BOX_ROW;
    return column >= 0 && column < BOX_COLUMNS && row >= 0 && row < BOX_ROWS ? (row * BOX_COLUMNS + column) * WIDTH : -1;
}

// One step forward. The wave's laplacian inside the box is kept from `kept + step` on, or not where `step` is below 0.
kernel void forward(
        global float *next, global const float *wave, global const float *now, global const float *before, global const float *bend,
        global float *kept, int step) {
    const int at = place();
    const cells here = LOAD(wave, at);
    const cells bending = laplacian(wave, at, here);
    const int inside = inBox();
    if (inside >= 0 && step >= 0) {
        STORE(bending, kept, step + inside);
    }
    STORE(stepped(next, at, here, bending, now, before, bend), next, at);
}

// One step of the adjoint wave. First what it is now is multiplied with the laplacians that were kept, and added to the sum.
kernel void backward(
        global float *next, global const float *wave, global const float *now, global const float *before, global const float *bend,
        global const float *kept, int step, global float *sum) {
    const int at = place();
    const cells here = LOAD(wave, at);
    const int inside = inBox();
    if (inside >= 0) {
        STORE(LOAD(sum, inside) + LOAD(kept, step + inside) * here, sum, inside);
    }
    STORE(stepped(next, at, here, laplacian(wave, at, here), now, before, bend), next, at);
}

// What each element hears of the wave: a work-item an element, which has SIZE rows and columns of weights.
kernel void hear(
        global const float *wave, global const int *places, global const float *weights, global float *traces, int samples, int sample) {
    const int element = (int) get_global_id(0);
    global const float *own = weights + element * SIZE * SIZE;
    float sum = 0;
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            sum += own[i * SIZE + j] * wave[places[element] + i * STRIDE + j];
        }
    }
    traces[element * samples + sample] = sum;
}

// Adds to the cells around one element: a work-item a cell.
kernel void inject(global float *wave, global const int *places, global const float *weights, int element, float amount) {
    const int i = (int) get_global_id(0);
    wave[places[element] + i / SIZE * STRIDE + i % SIZE] += weights[element * SIZE * SIZE + i] * amount;
}

// Adds the residuals of all elements: a work-item a cell, which has the elements and weights from `starts[i]` on.
kernel void injectAll(
        global float *wave, global const int *places, global const int *starts, global const int *elements, global const float *weights,
        global const float *residuals, int samples, int sample, global const float *bend) {
    const int i = (int) get_global_id(0);
    float sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; k++) {
        sum += weights[k] * residuals[elements[k] * samples + sample];
    }
    wave[places[i]] += sum * bend[places[i]];
}
