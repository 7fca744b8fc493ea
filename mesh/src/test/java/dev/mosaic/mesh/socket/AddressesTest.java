package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.testing.FreePorts;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

class AddressesTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /** The system may choose the port for itself that is dialled; here it is told to. */
    @Test
    void shouldRefuseAConnectionOfASocketWithItself() throws IOException {
        InetSocketAddress address = new InetSocketAddress(LOOPBACK, FreePorts.next(1));
        try (SocketChannel channel = SocketChannel.open()) {
            channel.bind(address).connect(address);

            assertThatThrownBy(() -> Addresses.refuseItself(channel))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining("no process listens at")
                    .hasMessageContaining(Integer.toString(address.getPort()));
        }
    }

    @Test
    void shouldTakeAConnectionWithAnother() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(LOOPBACK, 0));
                SocketChannel channel = SocketChannel.open(listener.getLocalAddress())) {
            assertThatCode(() -> Addresses.refuseItself(channel)).doesNotThrowAnyException();
        }
    }
}
