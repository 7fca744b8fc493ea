package dev.mosaic.kubernetes;

import dev.mosaic.process.Passage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** An opener of connections to addresses such as {@code kubernetes://namespace/name}. */
public final class KubernetesOpener implements Passage.Opener {
    /** For {@link java.util.ServiceLoader}. */
    public KubernetesOpener() {}

    @Override
    public String scheme() {
        return Passage.KUBERNETES;
    }

    @Override
    public Passage open(String address, Optional<Path> keys, Duration timeout) {
        return ClusterPassage.open(ClusterAddress.parse(address), keys, timeout);
    }
}
