package dev.mosaic.process;

import dev.mosaic.StartException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * A way to a cluster that something has to be opened for first, such as a tunnel into a Kubernetes cluster. It is kept as long as its
 * user is connected.
 *
 * <p><b>Threading:</b> any thread.
 */
public interface Passage extends AutoCloseable {
    /** What the addresses of clusters on Kubernetes begin with: {@code kubernetes://namespace/name}. */
    String KUBERNETES = "kubernetes://";

    /** Where the cluster is found as long as this is open: {@code tcp://host:port} or {@code mosaic://host:port}. */
    String address();

    /** The folder with the cluster's keys, which goes with this. */
    Optional<Path> keys();

    /** A file with the cluster's token, where it has no keys and the token is not this user's. */
    default Optional<Path> tokenFile() {
        return Optional.empty();
    }

    /** Has that called once, where the cluster is known to be gone for good, with the reason in words. By default nobody knows. */
    default void whenGone(Consumer<String> listener) {}

    /** Ends all connections through it. */
    @Override
    void close();

    /** Opens passages to addresses of a scheme of its own. Found by {@link ServiceLoader}. */
    interface Opener {
        /** What its addresses begin with, such as {@code kubernetes://}. */
        String scheme();

        /**
         * Returns when the cluster can be reached.
         *
         * @param keys a folder with the cluster's keys that the user has; else they are looked for
         * @param timeout how long that may take
         * @throws StartException where it cannot, with what is missing
         */
        Passage open(String address, Optional<Path> keys, Duration timeout);
    }

    /**
     * The way to an address of any scheme. What is no other's is where the cluster is, and nothing is opened.
     *
     * @param tokenFile a file with the cluster's token, where it is on this machine, without keys, and another user's
     * @throws StartException where the passage cannot be opened, or what opens it is not on the class path
     */
    static Passage open(String address, Optional<Path> keys, Optional<Path> tokenFile, Duration timeout) {
        for (Opener each : ServiceLoader.load(Opener.class, Opener.class.getClassLoader())) {
            if (address.startsWith(each.scheme())) {
                return each.open(address, keys, timeout);
            }
        }
        if (address.startsWith(KUBERNETES)) {
            throw new StartException(
                    "address=" + address
                            + " is a cluster on Kubernetes, but mosaic-kubernetes is not on the class path",
                    "add dev.mosaic:mosaic-kubernetes at run time");
        }
        return new OpenPassage(address, keys, tokenFile);
    }
}
