package dev.mosaic.operator.status;

import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which versions of Mosaic there are in pods: the tags of their images. */
final class Versions {
    private static final String BETWEEN = ", ";

    private Versions() {}

    /** Of these pods; null where none of them says one. */
    static @Nullable String words(Collection<Pod> pods) {
        return joined(pods.stream().flatMap(Versions::of), "");
    }

    /** Of head, warehouse and groups: the one that all have, or which they have; null where no pod is there. */
    static @Nullable String words(ClusterSnapshot snapshot) {
        Stream<String> own = Stream.concat(snapshot.heads().stream(), snapshot.warehouse().stream())
                .filter(Pods::lives)
                .flatMap(Versions::of);
        Stream<String> groups = snapshot.groups().stream()
                .flatMap(each -> Optional.ofNullable(each.getStatus()).stream())
                .map(MosaicWorkerGroupStatus::version)
                .flatMap(each -> each == null ? Stream.of() : Arrays.stream(each.split(BETWEEN)));
        return joined(Stream.concat(own, groups), "mixed: ");
    }

    private static @Nullable String joined(Stream<String> versions, String severalAre) {
        TreeSet<String> different = new TreeSet<>();
        versions.forEach(different::add);
        if (different.isEmpty()) {
            return null;
        }
        return (different.size() == 1 ? "" : severalAre) + String.join(BETWEEN, different);
    }

    private static Stream<String> of(Pod pod) {
        return Pods.image(pod).map(RuntimeImage::version).filter(each -> !each.isEmpty()).stream();
    }
}
