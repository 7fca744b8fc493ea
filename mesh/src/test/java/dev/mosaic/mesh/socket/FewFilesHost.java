package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * A process of its own with a mesh that answers everything. Prints where it listens, then for each byte of its input how many
 * lines it has logged; ends with its input.
 */
final class FewFilesHost {
    private FewFilesHost() {}

    public static void main(String[] arguments) throws IOException {
        AtomicInteger lines = new AtomicInteger();
        Logger logger = Logger.getLogger("dev.mosaic");
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.incrementAndGet();
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        try (Mesh mesh = SocketMesh.open(MeshOptions.of("host"), (peer, message) -> peer.send(message.bytes(0)))) {
            System.out.println(mesh.listen(Endpoint.parse("tcp://127.0.0.1:0")));
            while (System.in.read() >= 0) {
                System.out.println(lines.get());
            }
        }
    }
}
