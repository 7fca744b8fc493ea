package dev.mosaic.mesh.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The socket as it is. A peer that begins with TLS is told apart from one that talks nonsense. */
final class PlainTransport implements Transport {
    /** The types of TLS records: 20 to 23. */
    private static final int FIRST_RECORD_TYPE = 20;

    private static final int LAST_RECORD_TYPE = 23;

    private final SocketChannel channel;
    private boolean looked;

    PlainTransport(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public Step secure(Runnable back) {
        return Step.SECURED;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int at = into.position();
        int bytes = channel.read(into);
        if (!looked && bytes > 0) {
            looked = true;
            int first = into.get(at);
            if (first >= FIRST_RECORD_TYPE && first <= LAST_RECORD_TYPE) {
                throw new InsecureException("it speaks TLS, and this unit has no keys (see: mosaic keys)");
            }
        }
        return bytes;
    }

    @Override
    public boolean isPrivate() {
        return false;
    }

    @Override
    public boolean hasUnread() {
        return false;
    }

    @Override
    public long write(ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    @Override
    public long write(ByteBuffer[] two) throws IOException {
        return channel.write(two, 0, 2);
    }

    @Override
    public boolean holds() {
        return false;
    }

    @Override
    public void finish() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void close() {
        Addresses.close(channel);
    }
}
