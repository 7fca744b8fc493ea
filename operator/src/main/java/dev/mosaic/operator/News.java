package dev.mosaic.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What of a resource's changes is news: its spec, its deletion, and one annotation by which its user says something; not our own status. */
final class News {
    private News() {}

    static boolean is(HasMetadata after, HasMetadata before, String annotation) {
        return isElse(after, before) || !Objects.equals(word(after, annotation), word(before, annotation));
    }

    private static boolean isElse(HasMetadata after, HasMetadata before) {
        return !Objects.equals(
                        after.getMetadata().getGeneration(),
                        before.getMetadata().getGeneration())
                || !Objects.equals(
                        after.getMetadata().getDeletionTimestamp(),
                        before.getMetadata().getDeletionTimestamp());
    }

    /** Of any annotation. */
    static boolean is(HasMetadata after, HasMetadata before) {
        return isElse(after, before) || !words(after).equals(words(before));
    }

    private static @Nullable String word(HasMetadata object, String annotation) {
        return words(object).get(annotation);
    }

    private static Map<String, String> words(HasMetadata object) {
        return object.getMetadata().getAnnotations() == null
                ? Map.of()
                : object.getMetadata().getAnnotations();
    }
}
