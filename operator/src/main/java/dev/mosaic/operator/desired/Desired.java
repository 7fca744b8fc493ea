package dev.mosaic.operator.desired;

import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.WorkerGroupSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All objects of a cluster but its Secrets and the pods of its groups. What is applied has the annotation {@link Labels#APPLIED}, with
 * the hash of what it says.
 *
 * @param settings ServiceAccount, Services, budgets and policies
 * @param head its pod, without a name
 * @param revisions what the pods of each group are made from, by the group's name
 */
public record Desired(
        List<HasMetadata> settings,
        StatefulSet warehouse,
        Pod head,
        List<MosaicWorkerGroup> groups,
        Map<String, String> revisions) {

    /** Pure: the same for the same. */
    public static Desired of(Declared declared) {
        List<HasMetadata> settings = new ArrayList<>();
        settings.add(withoutRights(declared));
        settings.add(Head.service(declared));
        settings.add(Warehouse.service(declared));
        settings.addAll(Budgets.all(declared));
        settings.addAll(Policies.all(declared));
        settings.forEach(Desired::mark);
        List<MosaicWorkerGroup> groups = new ArrayList<>();
        Map<String, String> revisions = new TreeMap<>();
        for (WorkerGroupSpec each : declared.spec().workerGroups()) {
            MosaicWorkerGroup group = Workers.group(declared, each);
            mark(group);
            groups.add(group);
            revisions.put(each.name(), Revision.ofWorkers(declared, each));
        }
        return new Desired(settings, Warehouse.set(declared), Head.pod(declared), groups, revisions);
    }

    /** What the pods of a cluster are made from, in one word. */
    public String revision() {
        return Json.hash(List.of(head.getMetadata().getLabels().get(Labels.REVISION), warehouseRevision(), revisions));
    }

    /** What the warehouse's pod is made from. */
    public String warehouseRevision() {
        return warehouse.getSpec().getTemplate().getMetadata().getLabels().getOrDefault(Labels.REVISION, "");
    }

    /** The same with a warehouse that has no pod; its volume stays. */
    public Desired withoutWarehousePod() {
        StatefulSet none = new StatefulSetBuilder(warehouse)
                .editMetadata()
                .addToAnnotations(Labels.APPLIED, warehouseRevision() + "-none")
                .endMetadata()
                .editSpec()
                .withReplicas(0)
                .endSpec()
                .build();
        return new Desired(settings, none, head, groups, revisions);
    }

    private static void mark(HasMetadata object) {
        String hash = Json.hash(object);
        object.getMetadata().getAnnotations().put(Labels.APPLIED, hash);
    }

    /** Pods have an account of their own, so that nobody gives them rights by giving some to the default one. */
    private static ServiceAccount withoutRights(Declared declared) {
        return new ServiceAccountBuilder()
                .withMetadata(declared.metadata(Names.serviceAccount(declared.name()), Labels.of(declared.name())))
                .withAutomountServiceAccountToken(false)
                .build();
    }
}
