package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import java.util.List;
import java.util.concurrent.Future;

/** A socket of another implementation of ZeroMQ. What it is told to do, it does in that order, while the caller goes on. */
interface ForeignSocket extends AutoCloseable {
    /** What arrived as a large message. */
    record Large(long sizeBytes, long checksum) {}

    /** Where it listens, or what it dialled. */
    Endpoint endpoint();

    /** Sends a message; returns when it was taken. */
    void send(byte[]... parts);

    /** The same where it can be taken at once; a socket whose peer refused it takes nothing. */
    void offer(byte[]... parts);

    Future<List<byte[]>> receive();

    /** Sends so many messages of {@link Sequence} and receives as many; gives the checksum of what came. */
    Future<Long> exchange(int messages);

    /** Sends so many messages with a pause before each. */
    Future<?> drip(int messages, int pauseMillis);

    /** Sends one large part; gives its checksum. */
    Future<Long> sendLarge(long sizeBytes);

    Future<Large> receiveLarge();

    /** Ends it, and frees its endpoint, at the latest when the next socket wants it. */
    @Override
    void close();
}
