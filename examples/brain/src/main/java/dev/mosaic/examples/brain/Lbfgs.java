package dev.mosaic.examples.brain;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Turns gradients into directions of descent, by the limited-memory BFGS method (Nocedal and Wright, algorithm 7.4).
 *
 * <p><b>Threading:</b> one thread.
 */
final class Lbfgs {
    private static final int MEMORY = 6;

    private final Deque<Pair> pairs = new ArrayDeque<>();

    /** A step, and what it changed in the gradient. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Pair(float[] step, float[] change, double product) {}

    /** Learns from a step. One along which the slope did not rise says nothing, and is left out. */
    void learn(float[] step, float[] change) {
        double product = Vectors.dot(step, change);
        if (product <= 0) {
            return;
        }
        pairs.addFirst(new Pair(step, change, product));
        if (pairs.size() > MEMORY) {
            pairs.removeLast();
        }
    }

    /** Whether nothing was learnt yet, so that directions have no length. */
    boolean isNew() {
        return pairs.isEmpty();
    }

    /** The direction of descent at a gradient: minus that gradient while nothing was learnt. */
    float[] direction(float[] gradient) {
        float[] direction = new float[gradient.length];
        Vectors.add(direction, -1, gradient);
        double[] amounts = new double[pairs.size()];
        int i = 0;
        for (Pair pair : pairs) {
            amounts[i] = Vectors.dot(pair.step, direction) / pair.product;
            Vectors.add(direction, -amounts[i++], pair.change);
        }
        if (!pairs.isEmpty()) {
            Pair latest = pairs.getFirst();
            Vectors.scale(direction, latest.product / Vectors.dot(latest.change, latest.change));
        }
        for (Iterator<Pair> old = pairs.descendingIterator(); old.hasNext(); ) {
            Pair pair = old.next();
            Vectors.add(direction, amounts[--i] - Vectors.dot(pair.change, direction) / pair.product, pair.step);
        }
        return direction;
    }
}
