package dev.mosaic.operator.snapshot;

import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster as it was at one moment. Nothing in it is to be changed.
 *
 * @param heads its head's pods, those that ended too
 * @param settings ServiceAccount, Services, budgets and policies that it owns
 * @param warehouse its warehouse's pod, if there is one
 * @param groups the MosaicWorkerGroups that it owns
 * @param keys what all pods mount: the operator's or the user's own
 * @param authority what keys are made with; empty where the user gives keys
 * @param secrets which keys the user's Secrets have that the spec names; a Secret that is missing is not in it
 * @param operatorsImage what pods run unless the spec says it
 * @param volume the claim of the warehouse's volume
 */
public record ClusterSnapshot(
        MosaicCluster cluster,
        List<Pod> heads,
        List<HasMetadata> settings,
        List<Pod> warehouse,
        List<MosaicWorkerGroup> groups,
        Optional<Secret> keys,
        Optional<Secret> authority,
        Map<String, List<String>> secrets,
        Optional<String> operatorsImage,
        Instant now,
        Optional<PersistentVolumeClaim> volume) {
    /**
     * Whether its head waits for a node, no other pod of it has one, and nothing stands against its spec: then nothing follows from the user's
     * Secrets before there is one. A pod that runs has certificates that are renewed in time.
     */
    public boolean waitsForNode() {
        List<Pod> living = heads.stream().filter(Pods::lives).toList();
        return !living.isEmpty()
                && warehouse.stream().filter(Pods::lives).allMatch(Pods::waitsForNode)
                && groups.stream().noneMatch(ClusterSnapshot::runs)
                && living.stream().allMatch(Pods::waitsForNode)
                && cluster.getStatus() != null
                && cluster.getStatus()
                        .condition("Accepted")
                        .filter(each -> each.status() == ConditionStatus.TRUE)
                        .isPresent();
    }

    /** Whether it has pods that may have nodes, as far as its status says. */
    private static boolean runs(MosaicWorkerGroup group) {
        MosaicWorkerGroupStatus status = group.getStatus();
        return status != null
                && status.replicas() > 0
                && (status.readyReplicas() > 0
                        || status.conditions().stream()
                                .noneMatch(each ->
                                        each.type().equals("Unschedulable") && each.status() == ConditionStatus.TRUE));
    }

    /** How many its groups are to have, by their names. */
    public Map<String, Integer> replicas() {
        Map<String, Integer> replicas = new HashMap<>();
        groups.forEach(
                each -> replicas.put(each.getSpec().groupName(), each.getSpec().replicas()));
        return replicas;
    }

    /**
     * The same with the user's Secrets that the spec names.
     *
     * @param found which keys each has
     */
    public ClusterSnapshot withSecrets(Optional<Secret> mounted, Map<String, List<String>> found) {
        return with(heads, warehouse, mounted, authority, found);
    }

    /** The same with pods that were looked at again. */
    public ClusterSnapshot withPods(List<Pod> newHeads, List<Pod> newWarehouse) {
        return with(newHeads, newWarehouse, keys, authority, secrets);
    }

    /** The same with keys that were made. */
    public ClusterSnapshot withKeys(Secret units, Secret signs) {
        return with(heads, warehouse, Optional.of(units), Optional.of(signs), secrets);
    }

    /** With what is found out, or made, after the rest was looked at. */
    private ClusterSnapshot with(
            List<Pod> newHeads,
            List<Pod> newWarehouse,
            Optional<Secret> newKeys,
            Optional<Secret> newAuthority,
            Map<String, List<String>> newSecrets) {
        return new ClusterSnapshot(
                cluster,
                newHeads,
                settings,
                newWarehouse,
                groups,
                newKeys,
                newAuthority,
                newSecrets,
                operatorsImage,
                now,
                volume);
    }
}
