package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.testing.Eventually;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * The other end of a connection as bare bytes, so that it can say anything.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> a read that takes too long fails the test.
 */
final class RawPeer implements AutoCloseable {
    private static final int SMALL_RECEIVE_BUFFER_BYTES = 64 << 10;

    private final Socket socket;
    private final InputStream in;

    private RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) Eventually.PATIENCE.toMillis());
        this.in = socket.getInputStream();
    }

    /** Dials a TCP endpoint. The system takes little for it, so that who does not read is soon noticed. */
    static RawPeer dial(Endpoint endpoint) throws IOException {
        return new RawPeer(connect(endpoint));
    }

    /** The same, to be made something of first. */
    static Socket connect(Endpoint endpoint) throws IOException {
        Endpoint.Tcp tcp = (Endpoint.Tcp) endpoint;
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALL_RECEIVE_BUFFER_BYTES);
        socket.connect(new InetSocketAddress(tcp.host(), tcp.port()));
        return socket;
    }

    /** An end of a connection that is there. */
    static RawPeer of(Socket connected) throws IOException {
        return new RawPeer(connected);
    }

    /** Dials and gets through the handshake, as a DEALER of that name. */
    static RawPeer shakeHands(Endpoint endpoint, String identity) throws IOException {
        return dial(endpoint).shakeHands(identity);
    }

    /** Gets through the handshake, as a DEALER of that name. */
    RawPeer shakeHands(String identity) throws IOException {
        send(Wire.greeting(), Wire.ready("DEALER", identity));
        readHandshake();
        return this;
    }

    /** The name that the other end sees. */
    String name() {
        return "tcp://127.0.0.1:" + socket.getLocalPort();
    }

    void send(byte[]... pieces) throws IOException {
        socket.getOutputStream().write(Wire.join(pieces));
    }

    /** Reads greeting and READY. */
    void readHandshake() throws IOException {
        read(Wire.GREETING_BYTES);
        byte[] header = read(2);
        assertThat(header[0]).as("flags of READY").isEqualTo((byte) Wire.COMMAND);
        assertThat(new String(read(header[1] & 0xFF), java.nio.charset.StandardCharsets.ISO_8859_1))
                .startsWith("\5READY");
    }

    /** Reads exactly so many bytes. */
    byte[] read(int bytes) throws IOException {
        byte[] read = in.readNBytes(bytes);
        if (read.length < bytes) {
            throw new EOFException("the other end closed after " + read.length + " of " + bytes + " bytes");
        }
        return read;
    }

    /** Reads whatever is there. Negative where the other end closed. */
    int readSome(byte[] buffer) throws IOException {
        return in.read(buffer);
    }

    /** Reads what the other end still says, until it closes or resets; fails where it does neither. */
    byte[] readToEnd() {
        java.io.ByteArrayOutputStream said = new java.io.ByteArrayOutputStream();
        try {
            byte[] piece = new byte[SMALL_RECEIVE_BUFFER_BYTES];
            for (int bytes = in.read(piece); bytes >= 0; bytes = in.read(piece)) {
                said.write(piece, 0, bytes);
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the other end did not close within " + Eventually.PATIENCE, e);
        } catch (IOException reset) {
            // As good as an end.
        }
        return said.toByteArray();
    }

    /** Breaks off at once, without the goodbye of TCP. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
