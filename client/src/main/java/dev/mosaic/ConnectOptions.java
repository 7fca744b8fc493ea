package dev.mosaic;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How {@link Mosaic#connect} joins a cluster.
 *
 * <p><b>Threading:</b> used by the connecting thread only.
 */
public final class ConnectOptions {
    private final String address;
    private Optional<Path> keys = Optional.empty();
    private Optional<Path> tokenFile = Optional.empty();
    private Optional<String> host = Optional.empty();
    private Duration timeout = Duration.ofSeconds(60);
    private OptionalLong storeMemory = OptionalLong.empty();

    /** For {@link Mosaic#connect}. */
    ConnectOptions(String address) {
        this.address = address;
    }

    /**
     * The folder with the cluster's keys, as {@code mosaic keys} makes it; without it the cluster is on this machine, or on Kubernetes, where
     * they are read from its Secret.
     */
    public ConnectOptions keys(Path folder) {
        keys = Optional.of(folder);
        return this;
    }

    /**
     * The file with the token of a cluster on this machine that has no keys, where another user runs its head: {@code
     * ~/.mosaic/local/token} there. Without it, it is this user's own. Where there are keys it is not looked at.
     */
    public ConnectOptions tokenFile(Path file) {
        tokenFile = Optional.of(file);
        return this;
    }

    /** The address at which the cluster's units reach this machine; that from which it reaches the cluster by default. */
    public ConnectOptions host(String name) {
        host = Optional.of(name);
        return this;
    }

    /** How long it may take; 60 s by default. Workers come later, as they are needed. */
    public ConnectOptions timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    /**
     * Memory of this machine that what the program puts may take until the warehouse has it, in bytes; a quarter of the machine's, or
     * of its cgroup's, by default.
     */
    public ConnectOptions storeMemory(long bytes) {
        if (bytes < 1) {
            throw new InvalidOptionException("storeMemory=" + bytes + " is less than 1", "give 1 or more");
        }
        storeMemory = OptionalLong.of(bytes);
        return this;
    }

    public String address() {
        return address;
    }

    public Optional<Path> keys() {
        return keys;
    }

    public Optional<Path> tokenFile() {
        return tokenFile;
    }

    public Optional<String> host() {
        return host;
    }

    public Duration timeout() {
        return timeout;
    }

    public OptionalLong storeMemory() {
        return storeMemory;
    }
}
