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

// What an element hears of the wave: SIZE rows and columns of weights from its place on.
static float heard(global const float *wave, int place, global const float *weights) {
    float sum = 0;
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++) {
            sum += weights[i * SIZE + j] * wave[place + i * STRIDE + j];
        }
    }
    return sum;
}

// What an element sends is added to those of a work-item's cells that it reaches.
static void send(global float *wave, int at, int place, global const float *weights, float amount) {
    const int row = at / STRIDE - place / STRIDE;
    const int column = at % STRIDE - place % STRIDE;
    if (row >= 0 && row < SIZE) {
        for (int i = max(0, -column); i < WIDTH && column + i < SIZE; i++) {
            wave[at + i] += weights[row * SIZE + column + i] * amount;
        }
    }
}

// One step forward. The wave's laplacian inside the box is kept from `kept + step` on, or not where `step` is below 0. What `sender` sends is
// added to what comes. Work-items behind the last row write what each element hears of the wave as it was.
kernel void forward(
        global float *next, global const float *wave, global const float *now, global const float *before, global const float *bend,
        global float *kept, int step, global const int *places, global const float *weights, int sender, float amount,
        global float *traces, int elements, int samples, int sample) {
    if (get_global_id(1) >= ROWS) {
        const int element = (int) ((get_global_id(1) - ROWS) * get_global_size(0) + get_global_id(0));
        if (element < elements) {
            traces[element * samples + sample] = heard(wave, places[element], weights + element * SIZE * SIZE);
        }
        return;
    }
    const int at = place();
    const cells here = LOAD(wave, at);
    const cells bending = laplacian(wave, at, here);
    const int inside = inBox();
    if (inside >= 0 && step >= 0) {
        STORE(bending, kept, step + inside);
    }
    STORE(stepped(next, at, here, bending, now, before, bend), next, at);
    if (amount != 0) {
        send(next, at, places[sender], weights + sender * SIZE * SIZE, amount);
    }
}

// One step of the adjoint wave. First what it is now is multiplied with the laplacians that were kept, and added to the sum. Then the residuals
// of all elements are added to what comes: a work-item has the cells from `firsts[..]` on that elements reach, a cell has the elements and
// weights from `starts[..]` on.
kernel void backward(
        global float *next, global const float *wave, global const float *now, global const float *before, global const float *bend,
        global const float *kept, int step, global float *sum, global const int *firsts, global const int *places,
        global const int *starts, global const int *elements, global const float *weights, global const float *residuals, int samples, int sample) {
    const int at = place();
    const cells here = LOAD(wave, at);
    const int inside = inBox();
    if (inside >= 0) {
        STORE(LOAD(sum, inside) + LOAD(kept, step + inside) * here, sum, inside);
    }
    STORE(stepped(next, at, here, laplacian(wave, at, here), now, before, bend), next, at);
    const int item = (int) (get_global_id(1) * get_global_size(0) + get_global_id(0));
    for (int i = firsts[item]; i < firsts[item + 1]; i++) {
        float amount = 0;
        for (int k = starts[i]; k < starts[i + 1]; k++) {
            amount += weights[k] * residuals[elements[k] * samples + sample];
        }
        next[places[i]] += amount * bend[places[i]];
    }
}
