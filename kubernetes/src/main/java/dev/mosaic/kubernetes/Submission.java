package dev.mosaic.kubernetes;

import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobSpec;
import dev.mosaic.crd.ProgramSpec;
import dev.mosaic.headapi.ClusterLabels;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A MosaicJob, and the ConfigMaps with its jars, which go when it goes. It is made suspended and let go when all is there, so that no
 * pod waits for a ConfigMap.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> {@link dev.mosaic.StartException}; a job that was made half is deleted.
 *
 * @param spec with artifacts beside the jars
 */
record Submission(Api api, String namespace, String name, MosaicJobSpec spec, List<ProgramJar> jars) {
    private static final String CREATE = "create, patch and delete mosaicjobs, and create configmaps";

    void submit() {
        List<String> contents = jars.stream().map(ProgramJar::base64).toList();
        MosaicJob job = new MosaicJob();
        job.setMetadata(
                new ObjectMetaBuilder().withName(name).withNamespace(namespace).build());
        job.setSpec(withJars().withSuspend(true));
        MosaicJob made = api.ask(
                "making the job " + name + " in namespace=" + namespace,
                CREATE,
                client -> client.resource(job).create());
        try {
            for (int i = 0; i < jars.size(); i++) {
                ConfigMap map = configMap(made, i, contents.get(i));
                api.ask(
                        "bringing up " + jars.get(i).file(),
                        CREATE,
                        client -> client.resource(map).create());
            }
            api.ask(
                    "starting the job " + name,
                    CREATE,
                    client -> client.resources(MosaicJob.class)
                            .inNamespace(namespace)
                            .withName(name)
                            .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"suspend\":false}}"));
        } catch (RuntimeException e) {
            api.ask(
                    "taking back the job " + name,
                    CREATE,
                    client -> client.resource(made).delete());
            throw e;
        }
    }

    private MosaicJobSpec withJars() {
        List<ArtifactSpec> artifacts = new ArrayList<>();
        for (int i = 0; i < jars.size(); i++) {
            artifacts.add(new ArtifactSpec(
                    "configmap://" + mapName(i) + "/" + jars.get(i).name(), null));
        }
        ProgramSpec main = spec.main();
        artifacts.addAll(main.artifacts());
        return spec.withMain(main.withArtifacts(artifacts));
    }

    private String mapName(int number) {
        return name + "-jar-" + number;
    }

    private ConfigMap configMap(MosaicJob owner, int number, String base64) {
        ProgramJar jar = jars.get(number);
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(mapName(number))
                .withNamespace(namespace)
                .addToLabels(ClusterLabels.JOB, name)
                .addNewOwnerReference()
                .withApiVersion(MosaicCluster.GROUP + "/" + MosaicCluster.VERSION)
                .withKind(owner.getKind())
                .withName(name)
                .withUid(owner.getMetadata().getUid())
                .endOwnerReference()
                .endMetadata()
                .withImmutable(true)
                .withBinaryData(Map.of(jar.name(), base64))
                .build();
    }
}
