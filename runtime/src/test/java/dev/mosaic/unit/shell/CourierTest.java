package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.testing.LogGuard;
import java.nio.ByteBuffer;
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

    /** Else it would be tried again on each new link, for ever. */
    @Test
    void shouldFailACallThatFoundNoMemoryTwice_S3_6() throws MessageFormatException {
        try (Mesh mesh = SocketMesh.open(MeshOptions.of("head:0"), (from, message) -> {})) {
            Courier courier = new Courier(mesh, Limits.DEFAULT, "node:0", 1 << 20, (unit, answer) -> {});
            for (int link = 1; link <= 2; link++) {
                TakingPeer full = new TakingPeer(9) {
                    @Override
                    public dev.mosaic.mesh.Outcome send(ByteBuffer part) {
                        throw new OutOfMemoryError("Java heap space");
                    }
                };
                courier.connected(WORKER, full);
                courier.send(WORKER, new ClusterMessage.Heartbeat(0, 0, 0));
                courier.connected(WORKER, full);
                courier.send(WORKER, call(1, new byte[9]));
                assertThat(courier.disconnected(WORKER))
                        .as("the link is opened anew")
                        .isTrue();
            }
            TakingPeer peer = new TakingPeer(9);
            courier.connected(WORKER, peer);
            courier.send(WORKER, new ClusterMessage.Heartbeat(0, 0, 0));
            courier.send(WORKER, call(1, new byte[9]));
            courier.send(WORKER, call(2, new byte[9]));
            List<UnitMessage> sent = new ArrayList<>();
            for (var message : peer.taken) {
                sent.add(new MessageReader().read(message.parts().getFirst().asByteBuffer(), List.of()));
            }
            assertThat(sent).hasSize(3).first().isEqualTo(new ClusterMessage.Heartbeat(0, 0, 0));
            assertThat(sent.get(1)).isInstanceOfSatisfying(StreamMessage.Call.class, failed -> {
                assertThat(failed.number()).isEqualTo(1);
                assertThat(failed.needs())
                        .singleElement()
                        .extracting(need -> need.known().toString())
                        .asString()
                        .contains("there is not memory enough to send it");
            });
            assertThat(sent.get(2)).isEqualTo(call(2, new byte[9]));
        }
        log.expect(4, "the link is opened anew");
        log.expect(1, "there is not memory enough");
    }
}
