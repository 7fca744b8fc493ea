package dev.mosaic.operator.desired;

import dev.mosaic.crd.DiskSpec;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the objects of a cluster are made from.
 *
 * @param keysMark changes where pods need other keys than those they started with; {@link #keysMark(String)}
 * @param classLabel of the operators that act on the cluster, and on its groups; empty for those without a class
 * @param disk as the warehouse is told of it: {@link Volume#told}
 * @param site uid of the namespace, which no other Kubernetes has; empty where it is of no use or may not be known
 */
public record Declared(
        String namespace,
        String name,
        String uid,
        MosaicClusterSpec spec,
        RuntimeImage image,
        String keysMark,
        PodUser user,
        Map<String, String> classLabel,
        DiskSpec disk,
        String site) {

    /** From the resource as it stands in Kubernetes. */
    public static Declared of(MosaicCluster cluster, RuntimeImage image, String keysMark, PodUser user) {
        return new Declared(
                cluster.getMetadata().getNamespace(),
                cluster.getMetadata().getName(),
                cluster.getMetadata().getUid(),
                cluster.getSpec(),
                image,
                keysMark,
                user,
                Labels.classOf(cluster),
                cluster.getSpec().warehouse().disk(),
                "");
    }

    /** In a namespace with that uid. */
    public Declared at(String namespaceUid) {
        return new Declared(namespace, name, uid, spec, image, keysMark, user, classLabel, disk, namespaceUid);
    }

    /** With a claim that is there. */
    public Declared with(Optional<PersistentVolumeClaim> volume) {
        DiskSpec told = volume.map(claim -> Volume.told(disk, claim)).orElse(disk);
        return new Declared(namespace, name, uid, spec, image, keysMark, user, classLabel, told, site);
    }

    /** A mark that tells nothing about the token. Certificates are read again while a process runs, the token is not. */
    public static String keysMark(String token) {
        return Json.hash(token);
    }

    /** The Secret that is mounted in all pods. */
    public String keysSecret() {
        return Objects.requireNonNullElse(spec.security().mountedSecretName(), Names.keys(name));
    }

    /** Of an object that goes with the cluster, as yet without annotations. */
    ObjectMeta metadata(String objectName, Map<String, String> labels) {
        return new ObjectMetaBuilder()
                .withName(objectName)
                .withNamespace(namespace)
                .withLabels(labels)
                .withAnnotations(Map.of())
                .withOwnerReferences(owner())
                .build();
    }

    OwnerReference owner() {
        return owner(MosaicCluster.class.getSimpleName(), name, uid);
    }

    static OwnerReference owner(String kind, String name, String uid) {
        return new OwnerReferenceBuilder()
                .withApiVersion(MosaicCluster.GROUP + "/" + MosaicCluster.VERSION)
                .withKind(kind)
                .withName(name)
                .withUid(uid)
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }
}
