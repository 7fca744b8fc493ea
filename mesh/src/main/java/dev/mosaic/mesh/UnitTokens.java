package dev.mosaic.mesh;

import java.util.List;

/**
 * The tokens of a cluster that a unit knows at a moment: the newest first, and for a while those before it, so that units do not have to
 * learn of another token at the same time.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> asked once for each new link, on a thread that may read files.
 */
@FunctionalInterface
public interface UnitTokens {
    /** None: whoever reaches the socket is let in. */
    UnitTokens NONE = List::of;

    /** The newest first; empty where no token is wanted. Two units that have one of them in common let each other in. */
    List<String> now();

    /** One that stays; an empty one is none. */
    static UnitTokens of(String token) {
        List<String> only = List.of(token);
        return token.isEmpty() ? NONE : () -> only;
    }
}
