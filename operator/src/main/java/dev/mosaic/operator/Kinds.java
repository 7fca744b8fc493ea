package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.Tessera;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The kinds of Mosaic that the API server does not serve, since their definitions were deleted or never installed.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Kinds {
    static final List<Class<? extends HasMetadata>> ALL =
            List.of(MosaicCluster.class, MosaicJob.class, MosaicWorkerGroup.class, Tessera.class);

    private static final String VERSION = MosaicCluster.GROUP + "/" + MosaicCluster.VERSION;

    private final KubernetesClient client;
    private volatile List<String> missing = List.of();

    Kinds(KubernetesClient client) {
        this.client = client;
    }

    /** Asks the API server: one small request, for which an account needs no right of its own. */
    List<String> ask() {
        SortedMap<String, String> words = new TreeMap<>();
        ALL.forEach(each -> words.put(
                HasMetadata.getPlural(each),
                HasMetadata.getKind(each) + " (" + HasMetadata.getFullResourceName(each) + ")"));
        APIResourceList served = client.getApiResources(VERSION); // null where none of this version is
        if (served != null) {
            served.getResources().forEach(each -> words.remove(each.getName()));
        }
        missing = List.copyOf(words.values());
        return missing;
    }

    /** As they were found last: each with the name of its definition. */
    List<String> missing() {
        return missing;
    }
}
