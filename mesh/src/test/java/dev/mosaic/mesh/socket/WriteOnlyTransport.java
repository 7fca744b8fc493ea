package dev.mosaic.mesh.socket;

import java.nio.ByteBuffer;

/** A connection that carries bytes one way; how many it takes is up to the test. */
abstract class WriteOnlyTransport implements Transport {
    @Override
    public final Step secure(Runnable back) {
        return Step.SECURED;
    }

    @Override
    public final int read(ByteBuffer into) {
        return 0;
    }

    @Override
    public final boolean isPrivate() {
        return false;
    }

    @Override
    public final boolean hasUnread() {
        return false;
    }

    @Override
    public abstract long write(ByteBuffer bytes);

    @Override
    public abstract long write(ByteBuffer[] all);

    @Override
    public final boolean holds() {
        return false;
    }

    @Override
    public final void finish() {}

    @Override
    public final void close() {}
}
