package dev.mosaic.unit.objects;

import dev.mosaic.message.Id;

/** What the shell of a unit does for its {@link ObjectMachine}. It must not call the machine back from inside. */
public interface ObjectOutput {
    /** An entry was dropped of which this unit has leases: they should end soon. */
    void recalled(Id ref);
}
