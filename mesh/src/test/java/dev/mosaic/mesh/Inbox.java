package dev.mosaic.mesh;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * A receiver that keeps what it is told.
 *
 * <p><b>Threading:</b> any thread. While it is held, {@code received} does not return: only for carriers with threads, or
 * while nothing is made to happen.
 */
public final class Inbox implements Receiver {
    /** A message: small parts copied, landed parts where they landed. */
    public record Received(Identity from, List<MemorySegment> parts, List<Boolean> landed) {
        /** A first part of four bytes or more, read as an int. */
        public int number() {
            return parts.getFirst().asByteBuffer().getInt();
        }
    }

    /** A link that broke, and the state of the peer when it was told. */
    public record Loss(Peer peer, String reason, Peer.State state) {}

    private final List<Received> messages = new ArrayList<>();
    private final List<Peer> connected = new ArrayList<>();
    private final List<Loss> losses = new ArrayList<>();
    private final List<String> story = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();
    private int writable;
    private int overlaps;
    private volatile boolean held;
    private volatile BiConsumer<Peer, Incoming> then = (peer, message) -> {};

    @Override
    public void received(Peer from, Incoming message) {
        boolean control = sizeBytes(message) < Limits.DEFAULT.bulkBytes();
        boolean alone = !control || inside.getAndIncrement() == 0;
        try {
            while (held) {
                LockSupport.parkNanos(200_000);
            }
            Received copy = copy(from, message);
            synchronized (this) {
                messages.add(copy);
                story.add("message " + from.identity().uid());
                overlaps += alone ? 0 : 1;
            }
            then.accept(from, message);
        } finally {
            if (control) {
                inside.decrementAndGet();
            }
        }
    }

    @Override
    public synchronized void connected(Peer peer) {
        connected.add(peer);
        story.add("connected " + peer.identity());
    }

    @Override
    public synchronized void disconnected(Peer peer, String reason) {
        losses.add(new Loss(peer, reason, peer.state()));
        story.add("disconnected " + peer.identity().uid());
    }

    @Override
    public synchronized void writable(Peer peer) {
        writable++;
    }

    /** Runs at the end of each {@code received}. */
    public void then(BiConsumer<Peer, Incoming> action) {
        then = action;
    }

    public void hold() {
        held = true;
    }

    public void resume() {
        held = false;
    }

    public synchronized List<Received> messages() {
        return List.copyOf(messages);
    }

    public synchronized int count() {
        return messages.size();
    }

    /** The peers of all links so far, one entry per link. */
    public synchronized List<Peer> connected() {
        return List.copyOf(connected);
    }

    public synchronized int links() {
        return connected.size();
    }

    public synchronized List<Loss> losses() {
        return List.copyOf(losses);
    }

    public synchronized int writable() {
        return writable;
    }

    /** All but {@code writable}, in the order it came, as {@code connected uid/instance} or {@code message uid}. */
    public synchronized List<String> story() {
        return List.copyOf(story);
    }

    /** How often a small message came while another was being received. */
    public synchronized int overlaps() {
        return overlaps;
    }

    private static long sizeBytes(Incoming message) {
        long sum = 0;
        for (int part = 0; part < message.parts(); part++) {
            sum += message.sizeBytes(part);
        }
        return sum;
    }

    private static Received copy(Peer from, Incoming message) {
        List<MemorySegment> parts = new ArrayList<>();
        List<Boolean> landed = new ArrayList<>();
        for (int part = 0; part < message.parts(); part++) {
            landed.add(message.isLanded(part));
            if (message.isLanded(part)) {
                parts.add(message.segment(part));
            } else {
                ByteBuffer bytes = message.bytes(part);
                byte[] copy = new byte[bytes.remaining()];
                bytes.get(copy);
                parts.add(MemorySegment.ofArray(copy));
            }
        }
        return new Received(from.identity(), List.copyOf(parts), List.copyOf(landed));
    }
}
