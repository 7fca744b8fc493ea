package dev.mosaic.operator.desired;

import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All objects of a cluster but its Secrets and the pods of its groups. What is applied has the annotation {@link Labels#APPLIED}, with
 * the hash of what it says.
 *
 * @param settings ServiceAccount, Services, budgets and policies
 * @param claim of the warehouse's volume
 * @param warehouse its pod
 * @param head its pod, without a name
 * @param revisions what the pods of each group are made from, by the group's name
 */
public record Desired(
        List<HasMetadata> settings,
        Optional<PersistentVolumeClaim> claim,
        Pod warehouse,
        Pod head,
        List<MosaicWorkerGroup> groups,
        Map<String, String> revisions) {

    /**
     * Pure: the same for the same.
     *
     * @param replicas how many groups have now, by their names; those that are not there have what the spec says
     */
    public static Desired of(Declared declared, Map<String, Integer> replicas) {
        List<HasMetadata> settings = new ArrayList<>();
        settings.add(withoutRights(declared));
        settings.add(Head.service(declared));
        settings.addAll(Budgets.all(declared, replicas));
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
        return new Desired(
                settings, Warehouse.claim(declared), Warehouse.pod(declared), Head.pod(declared), groups, revisions);
    }

    /** What the pods of a cluster are made from, in one word. */
    public String revision() {
        return Json.hash(List.of(Pods.label(head, Labels.REVISION), warehouseRevision(), revisions));
    }

    /** What the warehouse's pod is made from. */
    public String warehouseRevision() {
        return Pods.label(warehouse, Labels.REVISION);
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
