package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Whether there is an OpenCL to test with. */
final class OpenClDriver {
    private OpenClDriver() {}

    /** Skips the test where there is none, and fails it where CI is set. */
    static void assumed() {
        String driver = System.getProperty("mosaic.opencl", "");
        if (System.getenv("CI") == null) {
            assumeTrue(!driver.isEmpty(), "no OpenCL: run with -Dmosaic.opencl=$(bin/opencl)");
        }
        assertThat(driver)
                .as("-Dmosaic.opencl, which the CI must set to $(bin/opencl)")
                .isNotEmpty();
    }
}
