package dev.mosaic.crd.generate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.Tessera;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** From classes to definitions. */
final class Generator {
    private static final List<Class<? extends CustomResource<?, ?>>> KINDS =
            List.of(MosaicCluster.class, MosaicJob.class, MosaicWorkerGroup.class, Tessera.class);

    private Generator() {}

    /** The definitions by their names. */
    static Map<String, JsonNode> definitions() {
        Map<String, JsonNode> found = new TreeMap<>();
        for (Class<? extends CustomResource<?, ?>> kind : KINDS) {
            ObjectNode raw = raw(kind);
            found.put(raw.at("/metadata/name").asText(), new Finish(kind).definition(raw));
        }
        return found;
    }

    private static ObjectNode raw(Class<? extends CustomResource<?, ?>> kind) {
        ObjectNode[] made = new ObjectNode[1];
        new CRDGenerator()
                .forCRDVersions("v1")
                .customResourceClasses(kind)
                .withOutput(new Nowhere())
                .withPostProcessor(new CRDPostProcessor() {
                    @Override
                    public HasMetadata process(HasMetadata crd, String version) {
                        made[0] = new KubernetesSerialization().convertValue(crd, ObjectNode.class);
                        return crd;
                    }
                })
                .detailedGenerate();
        return made[0];
    }

    private static final class Nowhere implements CRDGenerator.CRDOutput<OutputStream> {
        @Override
        public OutputStream outputFor(String crd) {
            return new ByteArrayOutputStream();
        }

        @Override
        public void close() {}
    }
}
