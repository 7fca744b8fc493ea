package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.testing.LogGuard;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CourierTest {
    private static final long WORKER = 7;
    private static final int MOST_BYTES = 64 << 10;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private static StreamMessage.Call call(int number, byte[] arguments) {
        return new StreamMessage.Call(
                new Id(1, number),
                new Id(2, 3),
                4,
                number,
                0,
                7,
                false,
                0,
                0,
                List.of(),
                new Payload(arguments, List.of(), List.of()),
                false);
    }

    /** R2: the number of a call that cannot be sent is not missing in the stream. */
    @Test
    void shouldSendTheReasonInPlaceOfTheArgumentsOfACallThatIsTooLarge_S3_6() throws MessageFormatException {
        TakingPeer peer = new TakingPeer(9);
        try (Mesh mesh = SocketMesh.open(MeshOptions.of("head:0"), (from, message) -> {})) {
            Courier courier = new Courier(
                    mesh, Limits.DEFAULT.withMaxPartBytes(MOST_BYTES), "node:0", 1 << 20, (unit, answer) -> {});
            courier.connected(WORKER, peer);
            courier.send(WORKER, call(1, new byte[MOST_BYTES]));
            courier.send(WORKER, call(2, new byte[9]));
        }
        List<StreamMessage.Call> sent = new ArrayList<>();
        for (var message : peer.taken) {
            sent.add((StreamMessage.Call)
                    new MessageReader().read(message.parts().getFirst().asByteBuffer(), List.of()));
        }
        assertThat(sent).extracting(StreamMessage.Call::number).containsExactly(1L, 2L);
        assertThat(sent.getFirst().arguments()).isEqualTo(Payload.EMPTY);
        assertThat(sent.getFirst().needs())
                .singleElement()
                .extracting(need -> need.known())
                .isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                    assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.TOO_LARGE);
                    assertThat(failed.failure().what()).contains("is above maxPartBytes=65536");
                });
        assertThat(sent.get(1)).isEqualTo(call(2, new byte[9]));
        log.expect(1, "is above maxPartBytes");
    }
}
