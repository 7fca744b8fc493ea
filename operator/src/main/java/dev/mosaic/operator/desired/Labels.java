package dev.mosaic.operator.desired;

import dev.mosaic.headapi.ClusterLabels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The labels and annotations that the operator writes and finds things by. */
public final class Labels {
    /** Who writes. */
    public static final String OPERATOR = "mosaic-operator";

    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    public static final String INSTANCE = "app.kubernetes.io/instance";
    public static final String COMPONENT = "app.kubernetes.io/component";
    public static final String CLUSTER = ClusterLabels.CLUSTER;
    public static final String ROLE = ClusterLabels.ROLE;
    public static final String GROUP = "mosaic.dev/group";

    /** The job of which a pod or a cluster is. */
    public static final String JOB = ClusterLabels.JOB;

    /** The number of the attempt for which a job's pod or own cluster was made. */
    public static final String ATTEMPT = "mosaic.dev/attempt";

    /** What a pod was made from, as a hash. */
    public static final String REVISION = "mosaic.dev/revision";

    /** What the operator wrote last, as a hash: where it is the same, nothing is written. */
    public static final String APPLIED = "mosaic.dev/applied";

    /** How many pods were made in place of heads that had ended. */
    public static final String RESTARTS = "mosaic.dev/restarts";

    /** How many heads before this one ended soon after their start, one after the other. */
    public static final String EARLY_ENDS = "mosaic.dev/early-ends";

    /** The user's number of replicas that was passed on to a group last. */
    public static final String PASSED_REPLICAS = "mosaic.dev/passed-replicas";

    /** In the place of that number: what comes after the first is for the autoscaler. */
    public static final String AUTOSCALED = "autoscaled";

    /** Who writes the replicas of autoscaled groups. */
    public static final String AUTOSCALER = "mosaic-autoscaler";

    /** Somebody writes it on a group whose replicas another holds, so that the autoscaler has them again. */
    public static final String TAKE_REPLICAS = "mosaic.dev/take-replicas";

    /** On a MosaicCluster, by its user: another value than before resumes one that was suspended because it was idle. */
    public static final String RESUME = "mosaic.dev/resume";

    /**
     * On a MosaicCluster, MosaicJob or Tessera, by whoever declares it: which operators act on it, those of that class. Without it those
     * without a class do. What is made of an object has its class.
     */
    public static final String OPERATOR_CLASS = "mosaic.dev/operator-class";

    /** All that the operator finds by a watch. */
    public static final String SELECTOR = MANAGED_BY + "=" + OPERATOR;

    private Labels() {}

    /** Those of them by which the operator finds an object. */
    public static Map<String, String> finding(Map<String, String> labels) {
        Map<String, String> found = new LinkedHashMap<>(labels);
        found.keySet().retainAll(Set.of(MANAGED_BY, CLUSTER, ROLE, GROUP, JOB));
        return found;
    }

    /** The label of its class; empty for one without. */
    static Map<String, String> classOf(HasMetadata object) {
        String name = object.getMetadata().getLabels() == null
                ? null
                : object.getMetadata().getLabels().get(OPERATOR_CLASS);
        return name == null ? Map.of() : Map.of(OPERATOR_CLASS, name);
    }

    /** Of everything that belongs to a cluster. */
    static Map<String, String> of(String cluster) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("app.kubernetes.io/name", "mosaic");
        labels.put(INSTANCE, cluster);
        labels.put(MANAGED_BY, OPERATOR);
        labels.put(CLUSTER, cluster);
        return labels;
    }

    /** Of everything that belongs to one role of it. */
    public static Map<String, String> of(String cluster, Role role) {
        Map<String, String> labels = of(cluster);
        labels.put(COMPONENT, role.label());
        labels.put(ROLE, role.label());
        return labels;
    }

    /** Of everything that belongs to one group of it. */
    public static Map<String, String> ofGroup(String cluster, String group) {
        Map<String, String> labels = of(cluster, Role.WORKER);
        labels.put(GROUP, group);
        return labels;
    }

    /** Of the pods of a job. They have the label that lets them through to the cluster, and none of its roles. */
    static Map<String, String> ofJob(String cluster, String job) {
        Map<String, String> labels = of(cluster);
        labels.put(COMPONENT, "job");
        labels.put(JOB, job);
        return labels;
    }

    /** By which the pods of a role are found; part of objects that cannot change. */
    static Map<String, String> selecting(String cluster, Role role) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(CLUSTER, cluster);
        labels.put(ROLE, role.label());
        return labels;
    }

    /** By which the pods of a group are found. */
    static Map<String, String> selectingGroup(String cluster, String group) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(CLUSTER, cluster);
        labels.put(GROUP, group);
        return labels;
    }
}
