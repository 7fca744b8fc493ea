package dev.mosaic.service;

import dev.mosaic.mesh.Identity;
import dev.mosaic.message.UnitMessage;

/**
 * What a unit without user code does.
 *
 * <p><b>Threading:</b> one call at a time, from any thread; quick, and never blocking on another unit. <b>Failure:</b> an exception
 * costs the event it came from and gives one log line.
 */
public interface Service {
    /** A link is up. */
    void connected(long now, Identity who);

    /** The link with that instance is down. */
    void disconnected(long instance);

    void received(long now, Identity from, UnitMessage message);

    /**
     * A unit that was to be dialled cannot be found for long, or does not accept this one.
     *
     * @param uid what it was called
     */
    default void unreachable(long now, String uid, String reason) {}

    /** Time has passed. */
    void tick(long now);

    /** The same, before all events that wait: for the word that this unit lives, and nothing that takes long. */
    default void beat(long now) {}
}
