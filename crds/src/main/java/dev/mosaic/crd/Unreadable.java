package dev.mosaic.crd;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * A mark for the part of a custom resource that could not be read, with the reason. It is only in memory: the API server does not know such a field,
 * and drops it. It is in the metadata of the object, so that copies of the object have it too.
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
