package dev.mosaic.operator.desired;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mosaic.crd.ActivationMode;
import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.Tessera;
import dev.mosaic.crd.TesseraSpec;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import java.util.Objects;

/**
 * A tessera as its head is told.
 *
 * @param path where
 * @param body JSON
 * @param hash of the body
 */
public record TesseraDeclaration(String path, String body, String hash) {
    /** All that the spec says, and the jars that the head cannot get. */
    public static TesseraDeclaration of(TesseraSnapshot snapshot) {
        Tessera tessera = snapshot.tessera();
        TesseraSpec spec = tessera.getSpec();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("generation", Objects.requireNonNullElse(tessera.getMetadata().getGeneration(), 0L));
        body.put("className", spec.className());
        ArrayNode artifacts = body.putObject("code").putArray("artifacts");
        for (ArtifactSpec each : spec.code().artifacts()) {
            ObjectNode artifact = artifacts.addObject().put("uri", each.uri());
            if (each.sha256() != null) {
                artifact.put("sha256", each.sha256());
            }
            String content = snapshot.contents().get(each.uri());
            if (content != null) {
                artifact.put("content", content);
            }
        }
        body.putArray("args").addAll(spec.args());
        ObjectNode resources = body.putObject("resources")
                .put("cpus", spec.resources().cpuAmount())
                .put("gpus", spec.resources().gpuAmount())
                .put("memory", Long.toString(spec.resources().memoryBytes()));
        ObjectNode labels = resources.putObject("labels");
        spec.resources().labelAmounts().forEach(labels::put);
        body.put("replicas", spec.replicas());
        ObjectNode activation = body.putObject("activation")
                .put("mode", spec.activation().mode() == ActivationMode.EAGER ? "Eager" : "OnDemand")
                .put("activationTimeout", spec.activation().activationTimeout());
        if (spec.activation().passivateAfter() != null) {
            activation.put("passivateAfter", spec.activation().passivateAfter());
        }
        ObjectNode snapshots = body.putObject("snapshots")
                .put(
                        "mode",
                        switch (spec.snapshots().mode()) {
                            case EVERY_CALL -> "EveryCall";
                            case DRAIN -> "Drain";
                            case INTERVAL -> "Interval";
                        });
        if (spec.snapshots().interval() != null) {
            snapshots.put("interval", spec.snapshots().interval());
        }
        body.put("maxRestarts", spec.maxRestarts());
        String text = body.toString();
        return new TesseraDeclaration(path(tessera), text, Json.hash(text));
    }

    /** Where the head has it. */
    public static String path(Tessera tessera) {
        return HeadHttp.tessera(
                tessera.getMetadata().getNamespace(), tessera.getMetadata().getName());
    }
}
