package dev.mosaic.examples.brain;

/**
 * Computes waves of one experiment: in loops of Java, or on a device.
 *
 * <p><b>Threading:</b> one thread.
 */
interface Waves {
    /** The speeds from now on, in m/s: one for each cell of the grid. */
    void medium(float[] speeds);

    /** What the elements hear of a source. */
    Traces traces(int source);

    /** How well the speeds explain what was measured of a source, and how that changes with them. */
    Gradient gradient(int source, Traces measured);
}
