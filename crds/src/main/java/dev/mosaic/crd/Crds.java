package dev.mosaic.crd;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** Reads the custom resource definitions of Mosaic, which are generated files in this module. */
public final class Crds {
    /** The names of the definitions. Their files have the same names. */
    public static final List<String> NAMES = List.of(
            "mosaicclusters.mosaic.dev",
            "mosaicjobs.mosaic.dev",
            "mosaicworkergroups.mosaic.dev",
            "tesserae.mosaic.dev");

    private Crds() {}

    /** Returns all definitions. Each call reads the files again. */
    public static List<CustomResourceDefinition> all() {
        return NAMES.stream().map(Crds::read).toList();
    }

    private static CustomResourceDefinition read(String name) {
        try (InputStream in = Crds.class.getResourceAsStream(name + ".yaml")) {
            return Serialization.unmarshal(Objects.requireNonNull(in, name), CustomResourceDefinition.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
