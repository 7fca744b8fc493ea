package dev.mosaic.gateway;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/**
 * Forwards bytes between two sockets, both ways, until both sides have ended.
 *
 * <p><b>Threading:</b> one way in the calling thread, the other in a virtual one.
 */
final class Pipe {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int IDLE_SECONDS = 30;
    private static final int AGAIN_SECONDS = 10;
    private static final int TRIES = 3;

    private Pipe() {}

    /** Returns when both ways have ended. One that breaks ends the other. */
    static void join(SocketChannel one, SocketChannel other) throws IOException {
        Thread back = Thread.ofVirtual().name("mosaic-gateway-back").start(() -> forward(other, one));
        forward(one, other);
        try {
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** A machine that is gone without a word is noticed within a minute. */
    static void keepAlive(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, AGAIN_SECONDS);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, TRIES);
    }

    private static void forward(SocketChannel from, SocketChannel to) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
            to.shutdownOutput();
        } catch (IOException broken) {
            close(from);
            close(to);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            assert !channel.isOpen();
        }
    }
}
