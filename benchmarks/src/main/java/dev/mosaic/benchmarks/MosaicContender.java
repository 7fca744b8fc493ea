package dev.mosaic.benchmarks;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.socket.SocketMesh;

/** Our mesh, with its defaults. */
final class MosaicContender implements Contender {
    private static final String SERVER = "server";

    @Override
    public String serve(Workload workload, String endpoint, Tally tally) {
        MeshOptions options = MeshOptions.of(SERVER);
        int sizeBytes = workload.sizeBytes();
        Mesh mesh = switch (workload) {
            case SMALL_RATE_HANDOFF -> SocketMesh.open(options, handingOver(workload, tally));
            case SMALL_RATE_IN_PLACE ->
                SocketMesh.open(options, (from, message) -> {
                    Payload.check(message.bytes(0), sizeBytes, tally);
                    tally.add();
                });
            case ROUND_TRIP ->
                SocketMesh.open(options, (from, message) -> {
                    Payload.check(message.bytes(0), sizeBytes, tally);
                    from.send(message.bytes(0));
                    tally.add();
                });
            case BULK_10MB -> bulk(options, sizeBytes, tally);
        };
        return mesh.listen(Endpoint.parse(endpoint)).toString();
    }

    private static Receiver handingOver(Workload workload, Tally tally) {
        HandOff queue = HandOff.checking(workload, tally);
        return (from, message) -> {
            byte[] own = new byte[(int) message.sizeBytes(0)];
            message.bytes(0).get(own);
            queue.put(own);
        };
    }

    private static Mesh bulk(MeshOptions options, int sizeBytes, Tally tally) {
        PooledLanding landing = new PooledLanding(sizeBytes);
        return SocketMesh.open(options.withLanding(landing), (from, message) -> {
            tally.check(message.isLanded(0), "not landed");
            Payload.checkPages(message.segment(0), sizeBytes, tally);
            tally.add();
            landing.free(message.segment(0));
        });
    }

    @Override
    public Step dial(Workload workload, String endpoint) {
        return switch (workload) {
            case ROUND_TRIP -> new Asking(workload, SERVER, endpoint);
            case BULK_10MB -> new BulkSending(workload, SERVER, endpoint);
            case SMALL_RATE_HANDOFF, SMALL_RATE_IN_PLACE -> new SmallSending(workload, SERVER, endpoint);
        };
    }

    @Override
    public String note(Workload workload) {
        return workload == Workload.SMALL_RATE_HANDOFF
                ? "defaults; hand-off through a ring of 8,192 slots"
                : "defaults";
    }
}
