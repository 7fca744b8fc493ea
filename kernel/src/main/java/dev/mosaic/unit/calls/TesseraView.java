package dev.mosaic.unit.calls;

import dev.mosaic.message.Failure;
import org.jspecify.annotations.Nullable;

/**
 * A tessera as a holder of its proxy sees it now.
 *
 * @param worker the instance it lives in; 0 while it has no place
 * @param failure why calls fail; null while they do not
 * @param created true where its constructor is known to have returned
 * @param moving true while its worker is dead, or has it no more, and the next one is not known
 * @param passive true where it lives nowhere until it is called
 * @param placingReason why it has no place yet; empty where that is not known
 */
public record TesseraView(
        long worker,
        @Nullable Failure failure,
        boolean created,
        boolean moving,
        boolean passive,
        String placingReason) {
    static TesseraView of(Channel channel) {
        return new TesseraView(
                channel.worker,
                channel.failure == null ? channel.killed : channel.failure,
                channel.isCreated(),
                channel.isSeeking(),
                channel.isPassive(),
                channel.worker == 0 ? channel.placingReason : "");
    }
}
