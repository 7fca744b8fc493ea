package dev.mosaic.system;

import java.util.Map;
import java.util.Optional;

/**
 * The images under test, which {@code bin/test-images} has made and loaded.
 *
 * @param runtime of head, warehouse and workers
 * @param operator of the operator
 */
record Images(String runtime, String operator) {
    static final String RUNTIME = "MOSAIC_TEST_IMAGE";
    static final String OPERATOR = "MOSAIC_TEST_OPERATOR_IMAGE";

    /** The runtime image with an OpenCL device, which {@code bin/test-opencl-image} has made. */
    static final String OPENCL = "MOSAIC_TEST_OPENCL_IMAGE";

    /** Empty where they are not said. */
    static Optional<Images> of(Map<String, String> environment) {
        String runtime = environment.getOrDefault(RUNTIME, "");
        String operator = environment.getOrDefault(OPERATOR, "");
        return runtime.isEmpty() || operator.isEmpty() ? Optional.empty() : Optional.of(new Images(runtime, operator));
    }

    /** Before the colon of the tag. */
    static String repository(String image) {
        return image.substring(0, image.lastIndexOf(':'));
    }

    static String tag(String image) {
        return image.substring(image.lastIndexOf(':') + 1);
    }
}
