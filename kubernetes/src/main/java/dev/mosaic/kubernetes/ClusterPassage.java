package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import dev.mosaic.process.Passage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tunnel to the gateway of a cluster, and its keys as long as that is open. New keys in the Secret are taken with the next connection.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> for each connection one list of pods, and the Secret once a minute at most.
 */
final class ClusterPassage implements Passage {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.kubernetes");
    private static final Duration DIAL = Duration.ofSeconds(10);
    private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();

    private final Api api;
    private final KubernetesCluster cluster;
    private final Optional<Path> given;
    private final @Nullable SecretFolder own;
    private final AtomicLong readNanos = new AtomicLong(System.nanoTime());
    private final CompletableFuture<String> gone = new CompletableFuture<>();

    /** Its object could be seen: so it is seen too where that is deleted. */
    private final boolean wasSeen;

    private final Tunnel tunnel;

    private ClusterPassage(Api api, KubernetesCluster cluster, Optional<Path> given, @Nullable SecretFolder own)
            throws IOException {
        this.api = api;
        this.cluster = cluster;
        this.given = given;
        this.own = own;
        this.wasSeen = cluster.resource().isPresent();
        this.tunnel = Tunnel.open(this::dial);
    }

    /** {@link Passage.Opener#open}. */
    static Passage open(ClusterAddress address, Optional<Path> keys, Duration timeout) {
        Api api = Api.open(address.context());
        SecretFolder own = null;
        try {
            KubernetesCluster cluster = new KubernetesCluster(api, address);
            cluster.awaitHead(timeout);
            if (keys.isEmpty()) {
                own = SecretFolder.temporary();
                own.write(cluster.keys());
            }
            return new ClusterPassage(api, cluster, keys, own);
        } catch (IOException e) {
            end(api, own);
            throw new StartException(
                    "no tunnel to " + address + " can be opened: " + e.getMessage(),
                    "see that there is room for temporary files, and a free port on the loopback",
                    e);
        } catch (RuntimeException e) {
            end(api, own);
            throw e;
        }
    }

    private PortStream dial() throws IOException {
        try {
            refresh();
            return cluster.dial(DIAL);
        } catch (IOException noHead) {
            if (wasSeen && cluster.isDeleted()) {
                gone.complete("the MosaicCluster " + cluster + " was deleted");
            }
            throw noHead;
        }
    }

    @Override
    public void whenGone(Consumer<String> listener) {
        var _ = gone.thenAccept(listener);
    }

    private void refresh() throws IOException {
        long read = readNanos.get();
        if (own != null && System.nanoTime() - read > FRESH_NANOS && readNanos.compareAndSet(read, System.nanoTime())) {
            try {
                own.write(cluster.keys());
            } catch (StartException e) {
                LOG.log(System.Logger.Level.WARNING, "the old keys stay in use: {0}", e.getMessage());
            }
        }
    }

    @Override
    public String address() {
        return "mosaic://127.0.0.1:" + tunnel.port();
    }

    @Override
    public Optional<Path> keys() {
        return own == null ? given : Optional.of(own.path());
    }

    @Override
    public void close() {
        tunnel.close();
        end(api, own);
    }

    private static void end(Api api, @Nullable SecretFolder own) {
        api.close();
        if (own != null) {
            try {
                own.delete();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "{0} cannot be deleted: {1}", own.path(), e.getMessage());
            }
        }
    }
}
