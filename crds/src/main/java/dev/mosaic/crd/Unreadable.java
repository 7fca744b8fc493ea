package dev.mosaic.crd;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * Which part of an object of ours could not be read, and why. It is in memory only: the API server knows no such field, and drops it. It
 * stands in the object's metadata, so that copies of the object have it too.
 */
public enum Unreadable {
    /** The spec; a placeholder stands in its place. */
    SPEC("mosaicUnreadableSpec"),

    /** The status; there is none in its place. */
    STATUS("mosaicUnreadableStatus");

    private final String field;

    Unreadable(String field) {
        this.field = field;
    }

    /** Which field it is and what is wrong with it; empty where it was read. */
    public Optional<String> in(HasMetadata object) {
        return Optional.ofNullable(object.getMetadata().getAdditionalProperties())
                .map(all -> all.get(field))
                .map(Object::toString);
    }

    void mark(HasMetadata object, String problem) {
        object.getMetadata().setAdditionalProperty(field, problem);
    }
}
