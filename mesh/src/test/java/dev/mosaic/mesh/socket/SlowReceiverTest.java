package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What is read at once may take a receiver seconds. Others are read, and written to, meanwhile. */
class SlowReceiverTest extends HostFixture {
    private static final String FLOOD = "flood";
    private static final int MESSAGES = 5_000;
    private static final long EACH_NANOS = 1_000_000;

    @Test
    void shouldAnswerOthersWhileAFloodIsReceived() throws IOException {
        host(options());
        neighbour.proveUndisturbed();
        inbox.then((peer, message) -> {
            if (peer.identity().uid().equals(FLOOD)) {
                LockSupport.parkNanos(EACH_NANOS);
            }
        });
        RawPeer flood = keep(shakeHands(FLOOD));

        flood.send(Collections.nCopies(MESSAGES, Wire.message("flood")).toArray(byte[][]::new));
        Eventually.holds("it is being received", () -> !heardFrom(FLOOD).isEmpty());
        neighbour.proveUndisturbed();

        assertThat(heardFrom(FLOOD)).as("when others were answered").hasSizeLessThan(MESSAGES);
        Eventually.holds("all is received", () -> heardFrom(FLOOD).size() == MESSAGES);
    }
}
