package dev.mosaic.examples.brain;

/** What a source sends. */
public final class Wavelet {
    /** Cycles of a tone burst. */
    public static final int CYCLES = 3;

    private Wavelet() {}

    /**
     * A tone burst of {@value #CYCLES} cycles under a Hann window, beginning at time 0.
     *
     * @param frequency of the tone, in Hz
     * @param timeStep between samples, in s
     * @param samples how many to give; zero behind the burst
     */
    public static float[] toneBurst(double frequency, double timeStep, int samples) {
        float[] burst = new float[samples];
        double duration = CYCLES / frequency;
        for (int n = 0; n < samples && n * timeStep < duration; n++) {
            double t = n * timeStep;
            double window = 0.5 - 0.5 * StrictMath.cos(2 * StrictMath.PI * t / duration);
            burst[n] = (float) (window * StrictMath.sin(2 * StrictMath.PI * frequency * t));
        }
        return burst;
    }
}
