package dev.mosaic.examples.brain;

import java.util.ArrayList;
import java.util.List;

/**
 * The ellipse that the transducers stand on, parallel to the edges of the map.
 *
 * @param centre of the ellipse
 * @param a half its width, in metres
 * @param b half its height, in metres
 */
public record Ring(Point centre, float a, float b) {
    /** How far the ring stays from the edge of the map, in metres. */
    public static final float INSET = 10e-3f;

    /** The ring that fits a map. */
    public static Ring within(SpeedMap map) {
        float x = map.width() * map.step() / 2;
        float y = map.height() * map.step() / 2;
        return new Ring(new Point(x, y), x - INSET, y - INSET);
    }

    /** That many places, evenly in angle, the first at the right and then downwards. */
    public List<Point> places(int count) {
        List<Point> places = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            double angle = 2 * StrictMath.PI * i / count;
            places.add(new Point((float) (centre.x() + a * StrictMath.cos(angle)), (float)
                    (centre.y() + b * StrictMath.sin(angle))));
        }
        return places;
    }

    /** Whether a place is inside, and at least about {@code margin} metres from the ring. */
    public boolean encloses(Point place, float margin) {
        double u = (place.x() - centre.x()) / (a - margin);
        double v = (place.y() - centre.y()) / (b - margin);
        return u * u + v * v < 1;
    }
}
