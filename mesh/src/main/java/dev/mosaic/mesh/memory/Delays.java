package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.MeshException;
import java.time.Duration;

/**
 * How long things take to travel in a {@link SimulatedNetwork}. Each message, dial and break draws its own delay, evenly
 * between {@code min} and {@code max}, both included; a message waits for those before it on its lane.
 *
 * @param min of a link that is not slow
 * @param max of a link that is not slow
 * @param slowShare of the links are slow, drawn whenever a link opens; 0 to 1
 * @param slowFactor by which all delays of a slow link are longer; at least 1
 */
public record Delays(Duration min, Duration max, double slowShare, int slowFactor) {
    /** Everything arrives at the instant it was sent, and still one event after the other. */
    public static final Delays NONE = between(Duration.ZERO, Duration.ZERO);

    public Delays {
        if (min.isNegative() || max.compareTo(min) < 0) {
            throw new MeshException(
                    MeshException.Code.OPTION, "min=" + min + " max=" + max + " must be 0 or more, min first");
        }
        if (!(slowShare >= 0 && slowShare <= 1) || slowFactor < 1) {
            throw new MeshException(
                    MeshException.Code.OPTION,
                    "slowShare=" + slowShare + " must be 0 to 1, slowFactor=" + slowFactor + " at least 1");
        }
    }

    /** No link is slow. */
    public static Delays between(Duration min, Duration max) {
        return new Delays(min, max, 0, 1);
    }

    public Delays withSlowLinks(double share, int factor) {
        return new Delays(min, max, share, factor);
    }
}
