package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LbfgsTest {
    private static final float[] CURVATURE = {1, 4, 20, 100};

    @Test
    void shouldGoDownWithTheGradientAtFirst() {
        assertThat(new Lbfgs().direction(new float[] {1, -2})).containsExactly(-1, 2);
    }

    @Test
    void shouldFindTheLowestPointOfAParabola() {
        Lbfgs memory = new Lbfgs();
        float[] place = {4, -3, 2, 1};
        float[] slope = slope(place);
        for (int i = 0; i < 25; i++) {
            float[] direction = memory.direction(slope);
            // The exact length of the step, for a parabola.
            double length = -Vectors.dot(direction, slope) / Vectors.dot(direction, slope(direction));
            float[] next = place.clone();
            Vectors.add(next, length, direction);
            float[] there = slope(next);
            if (Vectors.dot(there, there) < 1e-8) {
                return;
            }
            memory.learn(Vectors.difference(next, place), Vectors.difference(there, slope));
            place = next;
            slope = there;
        }
        assertThat(Vectors.dot(slope, slope)).as("squared slope after 25 steps").isLessThan(1e-8);
    }

    @Test
    void shouldLeaveOutAStepAlongWhichTheSlopeFell() {
        Lbfgs memory = new Lbfgs();
        memory.learn(new float[] {1, 0}, new float[] {-1, 0});
        assertThat(memory.isNew()).isTrue();
    }

    private static float[] slope(float[] place) {
        float[] slope = place.clone();
        for (int i = 0; i < slope.length; i++) {
            slope[i] *= CURVATURE[i];
        }
        return slope;
    }
}
