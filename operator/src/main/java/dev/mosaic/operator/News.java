package dev.mosaic.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What of a resource's changes is news: its spec, its deletion, and one annotation by which its user says something; not our own status. */
final class News {
    private News() {}

    static boolean is(HasMetadata after, HasMetadata before, String annotation) {
        return !Objects.equals(
                        after.getMetadata().getGeneration(),
                        before.getMetadata().getGeneration())
                || !Objects.equals(
                        after.getMetadata().getDeletionTimestamp(),
                        before.getMetadata().getDeletionTimestamp())
                || !Objects.equals(word(after, annotation), word(before, annotation));
    }

    private static @Nullable String word(HasMetadata object, String annotation) {
        return object.getMetadata().getAnnotations() == null
                ? null
                : object.getMetadata().getAnnotations().get(annotation);
    }
}
