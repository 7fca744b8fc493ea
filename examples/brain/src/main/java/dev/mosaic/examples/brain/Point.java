package dev.mosaic.examples.brain;

/** A place, in metres from the upper left corner of the map: x to the right, y downwards. */
public record Point(float x, float y) {
    /** In metres. */
    public double distance(Point other) {
        return StrictMath.hypot(x - other.x, y - other.y);
    }
}
