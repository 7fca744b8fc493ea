package dev.mosaic.operator.desired;

import dev.mosaic.crd.DiskSpec;
import dev.mosaic.crd.PodOverlay;
import dev.mosaic.crd.PodPlacement;
import dev.mosaic.crd.Resources;
import dev.mosaic.crd.WarehouseSpec;
import dev.mosaic.crd.WorkerGroupSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What pods are made from, as a hash of what the user wrote. Pods are replaced where it changes.
 *
 * <p>Nothing that is in the operator's own hands is in it, so another version of the operator makes other pods only when there is
 * another reason to make pods. A field that a later version adds goes in only where it is written.
 */
final class Revision {
    private Revision() {}

    static String ofHead(Declared declared) {
        Map<String, Object> parts = parts(
                declared,
                declared.spec().head().wholeResources(),
                declared.spec().head().template());
        place(parts, declared.spec().head().placement().orElse(declared.spec().placement()));
        return Json.hash(parts);
    }

    static String ofWarehouse(Declared declared) {
        WarehouseSpec warehouse = declared.spec().warehouse();
        Map<String, Object> parts = parts(declared, warehouse.wholeResources(), warehouse.template());
        place(parts, warehouse.placement().orElse(declared.spec().placement()));
        parts.put("memory", warehouse.memoryBytes());
        DiskSpec disk = declared.disk().withoutDeletionPolicy();
        parts.put("disk", disk.withSize(new Quantity(Long.toString(disk.sizeBytes()))));
        if (warehouse.objectStore() != null) {
            parts.put("objectStore", warehouse.objectStore());
        }
        if (warehouse.serviceAccountName() != null) {
            parts.put("serviceAccountName", warehouse.serviceAccountName());
        }
        return Json.hash(parts);
    }

    static String ofWorkers(Declared declared, WorkerGroupSpec group) {
        Map<String, Object> parts = parts(declared, group.wholeResources(), group.template());
        parts.put("workersPerPod", group.workersPerPod());
        parts.put("capacity", group.capacity());
        if (group.accelerator() != null) {
            parts.put("accelerator", group.accelerator());
        }
        parts.put("labels", group.labels());
        parts.put("jvmArguments", group.jvmArguments());
        parts.put("drainTimeout", group.drain().toSeconds());
        PodPlacement placement = group.placement().orElse(declared.spec().placement());
        parts.put("nodeSelector", placement.nodeSelector());
        parts.put("tolerations", placement.tolerations());
        place(parts, placement);
        if (group.hostsPerReplica() > 1) {
            parts.put("hostsPerReplica", group.hostsPerReplica());
        }
        return Json.hash(parts);
    }

    private static void place(Map<String, Object> parts, PodPlacement placement) {
        if (!placement.nodeSelector().isEmpty()) {
            parts.put("nodeSelector", placement.nodeSelector());
        }
        if (!placement.tolerations().isEmpty()) {
            parts.put("tolerations", placement.tolerations());
        }
        placement.affinity().ifPresent(affinity -> parts.put("affinity", affinity));
        List<TopologySpreadConstraint> spread = placement.topologySpreadConstraints();
        if (!spread.isEmpty()) {
            parts.put("topologySpreadConstraints", spread);
        }
        if (placement.priorityClassName() != null) {
            parts.put("priorityClassName", placement.priorityClassName());
        }
    }

    private static Map<String, Object> parts(Declared declared, Resources resources, PodOverlay template) {
        Map<String, Object> parts = new TreeMap<>();
        if (declared.image().said()) {
            parts.put("image", declared.image().name());
        }
        parts.put("imagePullPolicy", declared.spec().imagePullPolicy());
        parts.put("imagePullSecrets", declared.spec().imagePullSecrets());
        parts.put("keys", declared.keysSecret() + " " + declared.keysMark());
        parts.put("resources", resources);
        parts.put("template", plain(template));
        return parts;
    }

    /** As Kubernetes reads it, so that it does not matter in which of several ways it was written. */
    private static Map<String, Object> plain(PodOverlay template) {
        Map<String, Object> plain = new TreeMap<>();
        plain.put("metadata", template.metadata());
        template.podSpec().ifPresent(spec -> plain.put("spec", spec));
        return plain;
    }
}
