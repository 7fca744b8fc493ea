package dev.mosaic.operator.snapshot;

import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
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
 * @param warehouse its StatefulSet
 * @param warehousePods the pods of that
 * @param groups the MosaicWorkerGroups that it owns
 * @param keys what all pods mount: the operator's or the user's own
 * @param authority what keys are made with; empty where the user gives keys
 * @param secrets which keys the user's Secrets have that the spec names; a Secret that is missing is not in it
 * @param operatorsImage what pods run unless the spec says it
 * @param withheld why the warehouse has no pod, in the words of the API server; empty where it has one, or where that is not known
 * @param volume the claim of the warehouse's volume, where that is to grow or there is no StatefulSet; else nobody looks at it
 */
public record ClusterSnapshot(
        MosaicCluster cluster,
        List<Pod> heads,
        List<HasMetadata> settings,
        Optional<StatefulSet> warehouse,
        List<Pod> warehousePods,
        List<MosaicWorkerGroup> groups,
        Optional<Secret> keys,
        Optional<Secret> authority,
        Map<String, List<String>> secrets,
        Optional<String> operatorsImage,
        Instant now,
        Optional<String> withheld,
        Optional<PersistentVolumeClaim> volume) {
    /** One of whose warehouse nothing is known but what is there. */
    public ClusterSnapshot(
            MosaicCluster cluster,
            List<Pod> heads,
            List<HasMetadata> settings,
            Optional<StatefulSet> warehouse,
            List<Pod> warehousePods,
            List<MosaicWorkerGroup> groups,
            Optional<Secret> keys,
            Optional<Secret> authority,
            Map<String, List<String>> secrets,
            Optional<String> operatorsImage,
            Instant now) {
        this(
                cluster,
                heads,
                settings,
                warehouse,
                warehousePods,
                groups,
                keys,
                authority,
                secrets,
                operatorsImage,
                now,
                Optional.empty(),
                Optional.empty());
    }

    /** Whether the warehouse is to have a pod and has none, though its StatefulSet is there. */
    public boolean lacksWarehousePod() {
        return warehousePods.isEmpty()
                && warehouse
                        .filter(set -> set.getSpec() != null
                                && !Integer.valueOf(0).equals(set.getSpec().getReplicas()))
                        .isPresent();
    }

    /**
     * Whether its head waits for a node, no other pod of it has one, and nothing stands against its spec: then nothing follows from the user's
     * Secrets before there is one. A pod that runs has certificates that are renewed in time.
     */
    public boolean waitsForNode() {
        List<Pod> living = heads.stream().filter(Pods::lives).toList();
        return !living.isEmpty()
                && warehousePods.stream().filter(Pods::lives).allMatch(Pods::waitsForNode)
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

    /** The same, knowing why the warehouse has no pod. */
    public ClusterSnapshot withWithheld(Optional<String> why) {
        return with(heads, keys, authority, why, volume);
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
        return new ClusterSnapshot(
                cluster,
                heads,
                settings,
                warehouse,
                warehousePods,
                groups,
                mounted,
                authority,
                found,
                operatorsImage,
                now,
                withheld,
                volume);
    }

    /** The same with heads that were looked at again. */
    public ClusterSnapshot withHeads(List<Pod> again) {
        return with(again, keys, authority, withheld, volume);
    }

    /** The same with keys that were made. */
    public ClusterSnapshot withKeys(Secret units, Secret signs) {
        return with(heads, Optional.of(units), Optional.of(signs), withheld, volume);
    }

    /** The same, where its volume was looked at. */
    public ClusterSnapshot withVolume(Optional<PersistentVolumeClaim> looked) {
        return with(heads, keys, authority, withheld, looked);
    }

    /** With what is found out, or made, after the rest was looked at. */
    private ClusterSnapshot with(
            List<Pod> newHeads,
            Optional<Secret> newKeys,
            Optional<Secret> newAuthority,
            Optional<String> newWithheld,
            Optional<PersistentVolumeClaim> newVolume) {
        return new ClusterSnapshot(
                cluster,
                newHeads,
                settings,
                warehouse,
                warehousePods,
                groups,
                newKeys,
                newAuthority,
                secrets,
                operatorsImage,
                now,
                newWithheld,
                newVolume);
    }
}
