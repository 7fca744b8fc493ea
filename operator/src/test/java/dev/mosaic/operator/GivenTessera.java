package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.Tessera;
import dev.mosaic.headapi.TesseraState;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Tesserae, and what is known about them. */
public final class GivenTessera {
    private GivenTessera() {}

    /**
     * A counter on the cluster demo.
     *
     * @param more lines of the spec
     */
    public static Tessera tessera(String more) {
        return Serialization.unmarshal("""
                apiVersion: mosaic.dev/v1alpha1
                kind: Tessera
                metadata: {name: counter, namespace: default, uid: u-1, generation: 2}
                spec:
                  clusterRef: {name: demo}
                  className: com.example.Counter
                  code: {artifacts: [{uri: "configmap://app/counter.jar"}]}
                """ + more.indent(2), Tessera.class);
    }

    /** The head knows nothing of it yet. */
    public static TesseraSnapshot known(Tessera tessera) {
        return new TesseraSnapshot(
                tessera,
                Optional.of(new MosaicCluster()),
                Map.of("configmap://app/counter.jar", "amFy"),
                Optional.empty(),
                7,
                Optional.empty(),
                Optional.empty(),
                Instant.parse("2026-01-31T12:00:00Z"));
    }

    /** The head says that. */
    public static TesseraSnapshot said(Tessera tessera, String phase, boolean ready, long generation) {
        TesseraSnapshot known = known(tessera);
        String worker = phase.equals("Running") ? "worker:1:0" : "";
        return new TesseraSnapshot(
                tessera,
                known.cluster(),
                known.contents(),
                known.head(),
                known.epoch(),
                Optional.of(new TesseraState(
                        "default",
                        "counter",
                        generation,
                        TesseraState.Phase.valueOf(phase),
                        ready,
                        "Word",
                        "words",
                        worker,
                        "10.0.0.1",
                        3,
                        5,
                        "2026-01-31T11:59:00Z",
                        "v1",
                        "/v1/tesserae/default/counter")),
                Optional.of("demo-cpu-1"),
                known.now());
    }
}
