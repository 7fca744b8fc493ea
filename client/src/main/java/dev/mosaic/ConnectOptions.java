package dev.mosaic;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Options of {@link Mosaic#connect}.
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
     * The folder with the keys of the cluster, made by {@code mosaic keys}. It is not needed for a cluster on this machine without keys, or on
     * Kubernetes, where the keys are read from the Secret.
     */
    public ConnectOptions keys(Path folder) {
        keys = Optional.of(folder);
        return this;
    }

    /**
     * The file with the token of a cluster without keys that another user runs on this machine: {@code ~/.mosaic/local/token} of that user. By
     * default it is the token of the user who runs this program. It is not used with keys.
     */
    public ConnectOptions tokenFile(Path file) {
        tokenFile = Optional.of(file);
        return this;
    }

    /** The address at which the processes of the cluster reach this machine; by default the address from which it connects to the cluster. */
    public ConnectOptions host(String name) {
        host = Optional.of(name);
        return this;
    }

    /** A time limit for connecting; 60 s by default. Workers start later, on demand. */
    public ConnectOptions timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    /**
     * The memory, in bytes, for objects that the program puts, until they are in the warehouse; by default a quarter of the memory of the machine
     * or of its cgroup.
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
