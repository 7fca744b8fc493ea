package dev.mosaic.mesh;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A unit's place among the units: it listens, dials and carries messages.
 *
 * <p><b>Threading:</b> any thread may call. Messages are carried by a thread of the mesh, or by a caller of {@link
 * #carry}. <b>Failure:</b> {@link MeshException} for what the owner does wrong, {@link Receiver#disconnected} for what a
 * peer does.
 */
public interface Mesh extends AutoCloseable {
    /** Who this unit is. */
    Identity identity();

    /**
     * Listens for peers.
     *
     * @return the endpoint as a peer can dial it, with the port that was found where 0 was asked for
     */
    Endpoint listen(Endpoint endpoint);

    /**
     * The peer of that name, to be dialled at that endpoint on first use. A peer that is known already keeps its links
     * and learns the endpoint; one that is gone starts anew.
     */
    Peer peer(String uid, Endpoint endpoint);

    /** The peer of that name, where it was named or came by itself. */
    Optional<Peer> find(String uid);

    /** All that are known and not gone. */
    Collection<Peer> peers();

    /**
     * Waits until {@code done} is true, and carries messages meanwhile where no other thread does: the waiting thread then
     * reads its answer itself and no thread has to be woken for it. For platform threads; {@code done} is asked often and
     * must be cheap. Whoever makes {@code done} true calls {@link #wake}.
     *
     * @param timeoutNanos how long at most
     * @return what {@code done} said last
     */
    boolean carry(BooleanSupplier done, long timeoutNanos);

    /** Has a thread that is in {@link #carry} ask its {@code done} again, now. A thread that parks is unparked as well. */
    default void wake(Thread waiting) {
        LockSupport.unpark(waiting);
    }

    /** Ends all links and listeners, after what is queued was tried for {@link Timing#close}. Idempotent. */
    @Override
    void close();
}
