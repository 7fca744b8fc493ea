package dev.mosaic.unit.links;

import dev.mosaic.message.UnitMessage;

/** What the shell does for the machines about links. */
public interface LinkOutput {
    /** Sends to a unit whose link is up; to the unit itself, the message comes back as received, later. */
    void send(long unit, UnitMessage message);

    /** Opens a link to a unit that has none. {@link Links#connected} says when it is up. */
    void dial(long unit);
}
