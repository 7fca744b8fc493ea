package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.testing.Eventually;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** TCP holds no small write back, on neither side of a connection. */
class SmallWritesTest {
    @Test
    void shouldSendAtOnceOnBothSidesOfAConnection() throws Exception {
        BlockingQueue<SocketChannel> accepted = new LinkedBlockingQueue<>();
        Driver driver = new Driver("small-writes", now -> {}, 1_000_000, 1 << 10, LaneKind.CONTROL).start();
        Listener listener =
                new Listener(Endpoint.parse("tcp://127.0.0.1:0"), (channel, remote) -> accepted.add(channel));
        driver.execute(() -> listener.watch(driver));

        try (SocketChannel dialled = Addresses.open(Addresses.resolve(listener.endpoint()))) {
            dialled.connect(Addresses.resolve(listener.endpoint()));
            try (SocketChannel far = accepted.poll(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                assertThat(dialled.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
                assertThat(far).isNotNull();
                assertThat(far.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
            }
        } finally {
            listener.close();
            driver.close();
        }
    }
}
