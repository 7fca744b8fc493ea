package dev.mosaic.cli.doctor;

import dev.mosaic.MosaicException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.process.Access;
import dev.mosaic.process.Guest;
import dev.mosaic.process.Reach;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What lets this process into a cluster, and whether it is let in. */
final class ClusterChecks {
    private ClusterChecks() {}

    /** Without keys: the folder of the token that processes of this user show each other. */
    static Finding own(Supplier<Access> access) {
        return tried(
                "own folder",
                () -> access.get()
                        .folder()
                        .map(folder -> folder + " is written by this user alone")
                        .orElse("the token of --token-file is read"));
    }

    /** Asks the monitor what there is, as mosaic status does. */
    static Finding monitor(Endpoint.Tcp monitor, Supplier<Access> access, Duration limit) {
        return tried("monitor", () -> {
            Access own = access.get();
            var _ = Reach.addressTowards(monitor);
            long began = System.nanoTime();
            ClusterMessage.Surveyed found = Guest.survey(monitor, own, limit);
            return monitor + " accepts this process: ms="
                    + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began)
                    + " units=" + found.units().size();
        });
    }

    private static Finding tried(String check, Supplier<String> attempt) {
        try {
            return Finding.ok(check, attempt.get());
        } catch (MosaicException e) {
            return Finding.fail(check, e);
        } catch (MeshException e) {
            return Finding.fail(
                    check,
                    String.valueOf(e.getMessage()),
                    switch (e.code()) {
                        case KEYS_MISSING -> "give --keys FOLDER, a copy of the folder that the head has";
                        case KEYS -> "copy the folder of keys from the head anew";
                        default -> "give the address at which mosaic head listens: --join HOST:PORT";
                    });
        }
    }
}
