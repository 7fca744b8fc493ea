package dev.mosaic.examples.brain;

/**
 * What the elements of a ring hear of one source.
 *
 * @param elements how many hear it
 * @param samples of each
 * @param timeStep between samples, in s
 * @param values element by element: {@code elements * samples} pressures
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Traces(int elements, int samples, float timeStep, float[] values) {
    static Traces silent(int elements, int samples, float timeStep) {
        return new Traces(elements, samples, timeStep, new float[elements * samples]);
    }

    float at(int element, int sample) {
        return values[element * samples + sample];
    }

    void set(int element, int sample, float value) {
        values[element * samples + sample] = value;
    }

    /** These minus others, sample by sample. */
    Traces minus(Traces other) {
        return new Traces(elements, samples, timeStep, Vectors.difference(values, other.values));
    }

    /** Sum of the squares of all samples. */
    double energy() {
        double sum = 0;
        for (float value : values) {
            sum += (double) value * value;
        }
        return sum;
    }

    /** The same traces at other times, by cubic interpolation. */
    Traces resampled(int newSamples, float newTimeStep) {
        Traces result = silent(elements, newSamples, newTimeStep);
        for (int i = 0; i < elements; i++) {
            for (int n = 0; n < newSamples; n++) {
                result.set(i, n, between(i, (double) n * newTimeStep / timeStep));
            }
        }
        return result;
    }

    private float between(int element, double place) {
        int n = Math.clamp((int) place, 1, samples - 3);
        double t = place - n;
        double before = -t * (t - 1) * (t - 2) / 6;
        double here = (t + 1) * (t - 1) * (t - 2) / 2;
        double after = -(t + 1) * t * (t - 2) / 2;
        double behind = (t + 1) * t * (t - 1) / 6;
        return (float) (before * at(element, n - 1)
                + here * at(element, n)
                + after * at(element, n + 1)
                + behind * at(element, n + 2));
    }
}
