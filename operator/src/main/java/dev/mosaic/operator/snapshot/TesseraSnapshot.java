package dev.mosaic.operator.snapshot;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.Tessera;
import dev.mosaic.headapi.TesseraState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A tessera and all that is known about it, at one moment.
 *
 * @param cluster that it names, unless that is not there or is being deleted
 * @param contents of the ConfigMaps that its artifacts name, by their uri, in base64; those that are missing are missing
 * @param head why nothing is known of its head; empty where something is
 * @param epoch of the head; 0 where nothing is known of it
 * @param said what the head says about it; empty where it was not told yet
 * @param pod of its worker; empty where that is not known
 */
public record TesseraSnapshot(
        Tessera tessera,
        Optional<MosaicCluster> cluster,
        Map<String, String> contents,
        Optional<String> head,
        long epoch,
        Optional<TesseraState> said,
        Optional<String> pod,
        Instant now) {
    public TesseraSnapshot {
        contents = Map.copyOf(contents);
    }

    /** The same, of whose head nothing is known. */
    public TesseraSnapshot withoutHead(String why) {
        return new TesseraSnapshot(tessera, cluster, contents, Optional.of(why), epoch, said, pod, now);
    }
}
