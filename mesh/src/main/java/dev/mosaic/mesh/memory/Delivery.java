package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Landing;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Receiver;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a link: holds messages against the limits, lands their large parts and hands them over.
 *
 * <p><b>Threading:</b> within an event of the receiver's lane, without the network's lock. <b>Failure:</b> whatever ends
 * the link is logged here, in one line, and returned.
 */
final class Delivery {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");

    private final MeshOptions options;
    private final Receiver receiver;

    Delivery(MeshOptions options, Receiver receiver) {
        this.options = options;
        this.receiver = receiver;
    }

    /** Returns why the link has to end, or null where all went well. */
    @Nullable String deliver(MemoryPeer from, Parcel parcel) {
        MemoryIncoming incoming = new MemoryIncoming();
        List<MemorySegment> landed = new ArrayList<>();
        boolean handedOver = false;
        try {
            String fault = breach(parcel);
            if (fault == null) {
                fault = land(from, parcel, incoming, landed);
            }
            if (fault == null) {
                handedOver = true;
                receiver.received(from, incoming);
                return null;
            }
            LOG.log(Level.WARNING, endOf(from) + fault);
            return fault;
        } catch (AssertionError invariant) { // of a test, which is to see it
            throw invariant;
        } catch (Throwable thrown) { // the sender says it again on the next link, whatever was thrown
            LOG.log(Level.WARNING, endOf(from) + "the receiver threw", thrown);
            return "the receiver threw " + thrown;
        } finally {
            incoming.end();
            parcel.overwriteCopies();
            if (!handedOver) {
                landed.forEach(options.landing()::abandoned);
            }
        }
    }

    private @Nullable String breach(Parcel parcel) {
        Limits limits = options.limits();
        if (parcel.parts().size() > limits.maxParts()) {
            return "parts=" + parcel.parts().size() + " is over maxParts=" + limits.maxParts();
        }
        for (MemorySegment part : parcel.parts()) {
            if (part.byteSize() > limits.maxPartBytes()) {
                return "partBytes=" + part.byteSize() + " is over maxPartBytes=" + limits.maxPartBytes();
            }
        }
        return null;
    }

    private @Nullable String land(MemoryPeer from, Parcel parcel, MemoryIncoming incoming, List<MemorySegment> landed) {
        Landing landing = options.landing();
        for (MemorySegment part : parcel.parts()) {
            long sizeBytes = part.byteSize();
            if (sizeBytes < options.limits().bulkBytes()) {
                incoming.add(part, false);
                continue;
            }
            MemorySegment place = landing.land(from.identity(), sizeBytes);
            if (place == null) {
                return "partBytes=" + sizeBytes + " was refused by the landing";
            }
            landed.add(place);
            if (place.byteSize() < sizeBytes) {
                return "partBytes=" + sizeBytes + " does not fit the landing of bytes=" + place.byteSize();
            }
            MemorySegment.copy(part, 0, place, 0, sizeBytes);
            incoming.add(place.asSlice(0, sizeBytes), true);
        }
        return null;
    }

    private String endOf(MemoryPeer from) {
        return options.identity() + ": the link to " + from.identity() + " ends: ";
    }
}
