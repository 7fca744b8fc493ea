package dev.mosaic.examples.brain;

/**
 * Goes downhill in one band: directions by {@link Lbfgs}, steps shortened until the loss falls, speeds kept within bounds.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> one gradient to begin with, then one for each step tried, mostly one an
 * iteration.
 */
final class Descent {
    /** Bounds of the speeds, in m/s. */
    static final float SLOWEST = 1400;

    private static final int TRIES = 4;
    private static final double ENOUGH = 1e-4;

    /** How far the first step changes the cell that it changes most, in m/s. */
    private static final double FIRST = 15;

    private final Crew crew;
    private final Lbfgs memory = new Lbfgs();
    private float[] speeds;
    private Gradient gradient;

    Descent(Crew crew, float[] start) {
        this.crew = crew;
        this.speeds = start;
        this.gradient = crew.gradient(start);
    }

    float[] speeds() {
        return speeds;
    }

    double loss() {
        return gradient.loss();
    }

    /** One iteration. Where no step tried makes the loss fall, all stays as it was. */
    void iterate() {
        float[] direction = memory.direction(gradient.slope());
        double fall = Vectors.dot(direction, gradient.slope());
        double length = memory.isNew() ? FIRST / largest(direction) : 1;
        for (int i = 0; i < TRIES; i++) {
            float[] tried = moved(direction, length);
            Gradient there = crew.gradient(tried);
            if (there.loss() <= gradient.loss() + ENOUGH * length * fall) {
                move(tried, there);
                return;
            }
            double excess = there.loss() - gradient.loss() - fall * length;
            length = Math.clamp(-fall * length * length / (2 * excess), 0.1 * length, 0.5 * length);
        }
    }

    private void move(float[] tried, Gradient there) {
        memory.learn(Vectors.difference(tried, speeds), Vectors.difference(there.slope(), gradient.slope()));
        speeds = tried;
        gradient = there;
    }

    private float[] moved(float[] direction, double length) {
        float[] result = new float[speeds.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = Math.clamp((float) (speeds[i] + length * direction[i]), SLOWEST, Grid.FASTEST);
        }
        return result;
    }

    private static double largest(float[] values) {
        float largest = Float.MIN_NORMAL;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }
}
