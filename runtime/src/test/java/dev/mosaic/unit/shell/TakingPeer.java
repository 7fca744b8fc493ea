package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A peer that takes so many messages. */
class TakingPeer implements Peer {
    final List<Message> taken = new ArrayList<>();
    int room;

    TakingPeer(int room) {
        this.room = room;
    }

    @Override
    public Identity identity() {
        return new Identity("peer", 1, 0);
    }

    @Override
    public State state() {
        return State.UP;
    }

    @Override
    public Outcome send(ByteBuffer part) {
        byte[] copy = new byte[part.remaining()];
        part.get(copy);
        return send(Message.of(MemorySegment.ofArray(copy)));
    }

    @Override
    public Outcome send(Message message) {
        if (taken.size() == room) {
            return Outcome.BACK_PRESSURED;
        }
        taken.add(message);
        return Outcome.SENT;
    }

    @Override
    public long queuedBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
