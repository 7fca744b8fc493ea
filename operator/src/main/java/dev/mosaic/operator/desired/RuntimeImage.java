package dev.mosaic.operator.desired;

import dev.mosaic.crd.MosaicClusterSpec;
import java.util.Optional;

/**
 * The image of a cluster's pods.
 *
 * @param name with its tag
 * @param said whether the spec says it. What the operator chose is no part of a revision: a new operator, with a new image of its
 *     own, replaces no pod.
 */
public record RuntimeImage(String name, boolean said) {
    /** What the spec says; else the operator's. Empty where neither does. */
    public static Optional<RuntimeImage> of(MosaicClusterSpec spec, Optional<String> operators) {
        String image = spec.image();
        if (image != null) {
            return Optional.of(new RuntimeImage(image, true));
        }
        String version = spec.version();
        if (version != null) {
            return operators.map(own -> new RuntimeImage(repository(own) + ":" + version, true));
        }
        return operators.map(own -> new RuntimeImage(own, false));
    }

    /** The tag of an image, empty where there is none. */
    public static String version(String image) {
        String repository = repository(image);
        if (!image.startsWith(repository + ":")) {
            return "";
        }
        String tag = image.substring(repository.length() + 1);
        int digest = tag.indexOf('@');
        return digest < 0 ? tag : tag.substring(0, digest);
    }

    /** Without tag and digest. */
    private static String repository(String name) {
        int digest = name.indexOf('@');
        String tagged = digest < 0 ? name : name.substring(0, digest);
        int tag = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
        return tag < 0 ? tagged : tagged.substring(0, tag);
    }
}
