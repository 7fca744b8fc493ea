package dev.mosaic.service;

import dev.mosaic.mesh.Incoming;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.UnitMessage;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads what a mesh brings as Mosaic's messages. */
final class Post {
    private Post() {}

    /** An exception ends the link, with one log line of the mesh. */
    static UnitMessage read(Incoming message) {
        List<MemorySegment> further = new ArrayList<>(message.parts() - 1);
        for (int part = 1; part < message.parts(); part++) {
            further.add(message.isLanded(part) ? message.segment(part) : copy(message.bytes(part)));
        }
        ByteBuffer first = message.isLanded(0) ? message.segment(0).asByteBuffer() : message.bytes(0);
        try {
            return new MessageReader().read(first, further);
        } catch (MessageFormatException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static MemorySegment copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return MemorySegment.ofArray(copy);
    }
}
