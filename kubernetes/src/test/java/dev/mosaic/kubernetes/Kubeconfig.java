package dev.mosaic.kubernetes;

import dev.mosaic.crd.Cluster;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Which kubeconfig this JVM finds, as if {@code KUBECONFIG} named it: that of the tests' cluster, until a test names another. */
final class Kubeconfig implements BeforeEachCallback, AfterEachCallback {
    private static final String PROPERTY = "kubeconfig";

    private @Nullable String before;

    @Override
    public void beforeEach(ExtensionContext context) {
        before = System.getProperty(PROPERTY);
        is(Cluster.any().kubeconfig());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (before == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, before);
        }
    }

    void is(Path file) {
        System.setProperty(PROPERTY, file.toString());
    }

    /** For a JVM. */
    static String argument() {
        return "-D" + PROPERTY + "=" + Cluster.any().kubeconfig();
    }
}
