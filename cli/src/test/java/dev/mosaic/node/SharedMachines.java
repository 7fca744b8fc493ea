package dev.mosaic.node;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The cluster that the tests of a class share, registered as a static field. The first test that asks starts it. One that does harm to it
 * says so; after that one, and after one that failed, the next starts another.
 *
 * <p><b>Threading:</b> JUnit's.
 */
public final class SharedMachines implements AfterEachCallback, AfterAllCallback {
    /** For {@code @Order}: a test that does harm, and comes after those that do none. */
    public static final int LAST = Integer.MAX_VALUE;

    /** Starts one. */
    @FunctionalInterface
    public interface Start {
        Machines start() throws IOException;
    }

    private final Start start;
    private @Nullable Machines machines;
    private boolean isHarmed;

    public SharedMachines(Start start) {
        this.start = start;
    }

    public Machines get() throws IOException {
        if (machines == null) {
            machines = start.start();
        }
        return machines;
    }

    /** It is of no use to another test. */
    public void harm() {
        isHarmed = true;
    }

    @Override
    public void afterEach(ExtensionContext test) {
        if (isHarmed || test.getExecutionException().isPresent()) {
            end();
        }
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        end();
    }

    private void end() {
        isHarmed = false;
        if (machines != null) {
            machines.close();
            machines = null;
        }
    }
}
