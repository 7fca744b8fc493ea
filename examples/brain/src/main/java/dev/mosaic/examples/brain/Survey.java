package dev.mosaic.examples.brain;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Who sends what, and who hears it: the elements of a ring take turns in sending a tone burst, and all hear it but the
 * sender and those beside it, which it would deafen.
 *
 * @param ring that the elements stand on, evenly
 * @param elements on the ring
 * @param sources how many of them send, evenly again; it divides {@code elements}
 * @param frequency of the tone burst, in Hz
 */
public record Survey(Ring ring, int elements, int sources, double frequency) {
    /** How far an element must be from the sender to hear it, in m. */
    static final float DEAFENED = 25e-3f;

    public Survey {
        if (sources < 1 || elements % sources != 0) {
            throw new IllegalArgumentException(sources + " sources of " + elements + " elements");
        }
    }

    /** Where the elements stand. */
    public List<Point> places() {
        return ring.places(elements);
    }

    /** The element that is the source of that number. */
    public int element(int source) {
        return source * (elements / sources);
    }

    /** The elements that hear a source, by their numbers. */
    public int[] hearing(int source) {
        List<Point> places = places();
        Point sender = places.get(element(source));
        return IntStream.range(0, elements)
                .filter(i -> sender.distance(places.get(i)) > DEAFENED)
                .toArray();
    }

    /** Until the burst has crossed the ring, in s. */
    public double duration() {
        double way = 2 * Math.max(ring.a(), ring.b());
        return way / SpeedMap.WATER + (Wavelet.CYCLES + 1) / frequency;
    }
}
