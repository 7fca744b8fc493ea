package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Message;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be written to one link: two batches, one being filled by senders, one being written.
 *
 * <p>At any time one thread at most holds the writer's role. Who puts into an idle outbox gets it, with the answer {@link
 * Taken#WRITE}, and must see to it that {@link #write} is called: at once, or later by the driver. Everybody else only
 * leaves bytes behind ({@link Taken#QUEUED}), and the writer takes them along: so it batches without waiting.
 *
 * <p><b>Threading:</b> any thread puts; {@link #write} by who holds the role. <b>Cost:</b> one uncontended lock and one copy
 * for a small part, nothing allocated. <b>Failure:</b> a full outbox takes nothing; an abandoned one gives loans back.
 */
final class Outbox {
    /** What became of a message. */
    enum Taken {
        QUEUED,
        /** The caller has the writer's role. */
        WRITE,
        /** So has this one, and there is enough for it to write at once. */
        WRITE_NOW,
        FULL,
        SHUT
    }

    /** How a round of writing ended. */
    enum Written {
        /** All is written and the role given back. */
        ALL,
        /** The socket takes no more now; the role waits for {@link #resume}. */
        BLOCKED,
        /** There is more; the caller still has the role. */
        MORE,
        /** The link is over; the caller has the role and must {@link #giveBack}. */
        SHUT
    }

    /** Small messages are copied behind each other: more of them than a cache holds would only slow both sides. */
    private static final int COPIED_SHARE = 16;

    private static final long MOST_COPIED_BYTES = 256 << 10;

    private final Limits limits;
    private final long mostCopiedBytes;
    private final ShortLock lock = new ShortLock();
    private Batch filling;
    private Batch writing;
    private final WritersRole role = new WritersRole();
    private volatile @Nullable Link link;
    private long queuedBytes;

    /** Of these, what the transport took and has not all written; known to who has the role. */
    private long takenBytes;

    private volatile boolean pressured;
    private boolean shut;

    /** Starts with the role waiting: what is put before the link is up is queued. */
    Outbox(Limits limits, BufferPool pool) {
        this.limits = limits;
        this.mostCopiedBytes = Math.min(limits.maxQueuedBytes() / COPIED_SHARE, MOST_COPIED_BYTES);
        this.filling = new Batch(pool);
        this.writing = new Batch(pool);
    }

    /** Says which link will write it. Before that {@link #put} never answers {@link Taken#WRITE}. */
    void bind(Link writes) {
        link = writes;
    }

    /** The link that writes it, or null where it still waits for one. */
    @Nullable Link link() {
        return link;
    }

    /** Copies one small part. */
    Taken put(ByteBuffer part) {
        lock.lock();
        try {
            Taken refusal = refusal(part.remaining());
            if (refusal != null) {
                return refusal;
            }
            return took(filling.putPart(part));
        } finally {
            lock.unlock();
        }
    }

    /** Takes a message: small parts copied, large ones lent. */
    Taken put(Message message) {
        long size = message.sizeBytes();
        List<MemorySegment> parts = message.parts();
        int lastLoan = lastLoan(parts);
        Taken taken;
        lock.lock();
        try {
            Taken refusal = refusal(size);
            if (refusal != null) {
                return refusal;
            }
            long put = 0;
            for (int i = 0; i < parts.size(); i++) {
                boolean more = i < parts.size() - 1;
                put += parts.get(i).byteSize() >= limits.bulkBytes()
                        ? filling.lendPart(parts.get(i), more, i == lastLoan ? message.released() : null)
                        : filling.copyPart(parts.get(i), more);
            }
            taken = took(put);
        } finally {
            lock.unlock();
        }
        if (lastLoan < 0) {
            OwnerCode.run("released", message.released());
        }
        return taken;
    }

    /** Bytes of the protocol itself: taken even where small messages are not, but not without end. */
    Taken putRaw(ByteBuffer raw) {
        lock.lock();
        try {
            if (shut) {
                return Taken.SHUT;
            }
            return filling.copiedBytes() > 2 * mostCopiedBytes ? Taken.FULL : took(filling.put(raw));
        } finally {
            lock.unlock();
        }
    }

    /** Ends a wait: true where the caller now has the writer's role. */
    boolean resume() {
        lock.lock();
        try {
            return !shut && role.resume();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Leaves the role to the driver, for who has it. Where the outbox was abandoned meanwhile, the loans are given back here: the
     * driver does not come to it any more.
     *
     * @param lazily true in a burst: the driver may wait a little for the sender to write itself
     * @return true where the driver must be told
     */
    boolean leave(boolean lazily) {
        lock.lock();
        try {
            if (!shut) {
                return role.leave(lazily);
            }
        } finally {
            lock.unlock();
        }
        giveBack();
        return false;
    }

    /** The driver comes, where it was told; see {@link WritersRole#look}. */
    WritersRole.Turn look(boolean mayWait, long nowNanos) {
        lock.lock();
        try {
            return shut ? WritersRole.Turn.NOTHING : role.look(mayWait, nowNanos);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes, for who has the role.
     *
     * @param rounds how often to go back for what was queued meanwhile
     */
    Written write(Transport transport, int rounds) throws IOException {
        for (int round = 0; round < rounds; round++) {
            if (writing.isWritten() && !transport.holds()) {
                Written end = next();
                if (end != null) {
                    return end;
                }
            }
            takenBytes += writing.write(transport);
            boolean held = transport.holds();
            if (!held && writing.hasWritten()) {
                account();
                writing.releaseWritten();
            }
            if (held || !writing.isWritten()) {
                return block(held) ? Written.BLOCKED : Written.SHUT;
            }
        }
        Written end = next();
        return end == null ? Written.MORE : end;
    }

    /** True once after a full outbox became half empty; asked by who just wrote. */
    boolean relieved() {
        if (!pressured) {
            return false;
        }
        lock.lock();
        try {
            boolean now = pressured
                    && queuedBytes <= limits.maxQueuedBytes() / 2
                    && filling.copiedBytes() <= mostCopiedBytes / 2;
            pressured = pressured && !now;
            return now;
        } finally {
            lock.unlock();
        }
    }

    long queuedBytes() {
        lock.lock();
        try {
            return queuedBytes;
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing any more and gives back all loans, now or when the writer of this moment is back. */
    void abandon() {
        lock.lock();
        try {
            if (shut) {
                return;
            }
            shut = true;
            if (!role.seize()) {
                return;
            }
        } finally {
            lock.unlock();
        }
        giveBack();
    }

    /** For who has the role of an abandoned outbox: gives back the loans. */
    void giveBack() {
        lock.lock();
        try {
            queuedBytes = 0;
        } finally {
            lock.unlock();
        }
        writing.abandon();
        filling.abandon();
    }

    /** Who is told that a loan is back finds its bytes no longer counted. */
    private void account() {
        lock.lock();
        try {
            settle();
        } finally {
            lock.unlock();
        }
    }

    /** Turns to what was filled meanwhile; where there is nothing, says how the writing ended. */
    private @Nullable Written next() {
        lock.lock();
        try {
            settle();
            if (shut) {
                return Written.SHUT;
            }
            if (filling.isEmpty()) {
                role.rest();
                return Written.ALL;
            }
            role.begins();
            Batch full = filling;
            filling = writing;
            filling.clear();
            writing = full;
            full.flip();
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** The socket is full: true where the role waits now, false where the outbox is shut. */
    private boolean block(boolean held) {
        lock.lock();
        try {
            if (!held) {
                settle();
            }
            if (!shut) {
                role.awaitSocket();
            }
            return !shut;
        } finally {
            lock.unlock();
        }
    }

    private void settle() {
        queuedBytes -= takenBytes;
        takenBytes = 0;
    }

    private @Nullable Taken refusal(long sizeBytes) {
        if (shut) {
            return Taken.SHUT;
        }
        if (queuedBytes > 0
                && (queuedBytes + sizeBytes > limits.maxQueuedBytes() || filling.copiedBytes() > mostCopiedBytes)) {
            pressured = true;
            return Taken.FULL;
        }
        return null;
    }

    private Taken took(long sizeBytes) {
        queuedBytes += sizeBytes;
        return role.put(filling.copiedBytes());
    }

    private int lastLoan(List<MemorySegment> parts) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i).byteSize() >= limits.bulkBytes()) {
                return i;
            }
        }
        return -1;
    }
}
