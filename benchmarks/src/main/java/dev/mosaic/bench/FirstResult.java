package dev.mosaic.bench;

import dev.mosaic.Mosaic;
import java.io.IOException;

/** Main of the smallest program: a cluster, a tessera, a call. It says so, and ends with its input. */
final class FirstResult {
    static final String READY = "READY";

    private FirstResult() {}

    public static void main(String[] args) throws IOException {
        try (Mosaic _ = Mosaic.start(2)) {
            TargetProxy target = TargetProxy.remote();
            target.noop().result();
            System.out.println(READY);
            while (System.in.read() >= 0) {
                // Until there is no more.
            }
        }
    }
}
