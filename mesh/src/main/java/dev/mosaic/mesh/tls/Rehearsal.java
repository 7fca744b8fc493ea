package dev.mosaic.mesh.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * A handshake of both sides in memory: it shows that keys work, and it loads and compiles what the first handshake of a JVM
 * needs, before anybody waits for one with a deadline.
 */
final class Rehearsal {
    private static final int FLIGHT_BYTES = 64 << 10;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteBuffer there = ByteBuffer.allocate(FLIGHT_BYTES);
    private final ByteBuffer back = ByteBuffer.allocate(FLIGHT_BYTES);
    private final ByteBuffer data = ByteBuffer.allocate(FLIGHT_BYTES);

    /** Goes through the handshake; fails where one side does not accept the other. */
    void run(SSLEngine dials, SSLEngine listens) throws SSLException {
        dials.beginHandshake();
        boolean goesOn = true;
        while (goesOn) {
            boolean dialler = step(dials, back, there);
            goesOn = step(listens, there, back) || dialler;
        }
    }

    private boolean step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
            }
            case NEED_WRAP -> engine.wrap(NOTHING, out);
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN, FINISHED, NOT_HANDSHAKING -> {
                int before = in.position();
                if (before > 0) {
                    in.flip();
                    engine.unwrap(in, data.clear());
                    in.compact();
                }
                return in.position() < before;
            }
        }
        return true;
    }
}
