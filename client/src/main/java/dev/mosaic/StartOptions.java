package dev.mosaic;

import dev.mosaic.headapi.Variables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How {@link Mosaic#start} starts a cluster on this machine.
 *
 * <p><b>Threading:</b> used by the starting thread only.
 */
public final class StartOptions {
    /** Of the memory that a machine may use: from there on a node ends its largest worker, unless said otherwise. */
    public static final double MEMORY_THRESHOLD = 0.92;

    private int workers = workersIn(System.getenv(Variables.WORKERS));
    private boolean inProcess;
    private int permits = 1;
    private Duration startTimeout = Duration.ofSeconds(60);
    private boolean hasDashboard = true;
    private OptionalInt dashboardPort = OptionalInt.empty();
    private boolean showsInputs = true;
    private OptionalLong warehouseMemory = OptionalLong.empty();
    private long warehouseDisk = 16L << 30;
    private Optional<Path> warehouseFolder = Optional.empty();
    private Optional<S3Options> warehouseS3 = S3Options.fromEnvironment(System.getenv());
    private double memoryThreshold = MEMORY_THRESHOLD;
    private OptionalDouble cpus = OptionalDouble.empty();
    private String gpus = "";
    private OptionalLong memory = OptionalLong.empty();
    private final Map<String, Double> resources = new LinkedHashMap<>();
    private String placement = "least-busy";
    private final List<String> jvmArguments = new ArrayList<>();

    /** How many worker processes; unless said {@code MOSAIC_WORKERS} of the environment, else one for each processor. */
    public StartOptions workers(int count) {
        workers = positive("workers", count);
        return this;
    }

    /** Keeps the workers in this JVM, for breakpoints. Arguments are captured as always. */
    public StartOptions inProcess() {
        inProcess = true;
        return this;
    }

    /**
     * How many calls of user code a worker runs at once, over all its tesserae and stateless tasks; 1 unless said. A call that waits for a
     * task does not count meanwhile.
     *
     * <p>More run at once in two cases. A call of a class with {@link Tessera#concurrency} above 1 needs no permit. And where nothing has
     * begun or gone on for 100 ms since all permits are held by long calls, tesserae that wait get an extra one, up to 64 in a worker, so that no
     * tessera waits for ever behind another's long call. Stateless tasks do not: they wait, or run in another worker.
     */
    public StartOptions permits(int count) {
        permits = positive("permits", count);
        return this;
    }

    /** Processors that tesserae and tasks may claim; those of this machine unless said. */
    public StartOptions cpus(double count) {
        cpus = OptionalDouble.of(Bundle.EMPTY.cpus(count).cpus());
        return this;
    }

    /**
     * Devices that they may claim; by default those that are found. Workers that have some are further ones, started as they are claimed.
     * Worker processes see no others, by the variable of their {@link Device.Kind}. Inside this JVM workers only know them, by {@link
     * Worker#devices}.
     */
    public StartOptions gpus(int count) {
        gpus = Integer.toString((int) Bundle.EMPTY.gpus(count).gpus());
        return this;
    }

    /** Memory that they may claim, in bytes; that of this machine unless said. It is counted, not enforced. */
    public StartOptions memory(long bytes) {
        memory = OptionalLong.of(positive("memory", bytes));
        return this;
    }

    /** What they may claim under a label of one's own. It is counted, not enforced. */
    public StartOptions resource(String label, double amount) {
        resources.putAll(Bundle.EMPTY.resource(label, amount).resources());
        return this;
    }

    /**
     * Where tesserae go: {@code least-busy} unless said, {@code round-robin}, {@code spread}, {@code pack}, or the name of a class that
     * implements {@code dev.mosaic.placement.Placement}.
     */
    public StartOptions placement(String strategy) {
        placement = strategy;
        return this;
    }

    public OptionalDouble cpus() {
        return cpus;
    }

    /** Empty for those that are found. */
    public String gpus() {
        return gpus;
    }

    public OptionalLong memory() {
        return memory;
    }

    public Map<String, Double> resources() {
        return Map.copyOf(resources);
    }

    public String placement() {
        return placement;
    }

    /** How long the workers may take to come up; 60 s unless said. */
    public StartOptions startTimeout(Duration limit) {
        startTimeout = limit;
        return this;
    }

    /**
     * Adds arguments for the JVMs of the workers, such as {@code -Xmx4g}. Unless said, the heaps have at most 75 % of the memory, and each
     * at most 25 %; they take what is needed, and give it back at rest.
     */
    public StartOptions jvmArguments(String... arguments) {
        jvmArguments.addAll(List.of(arguments));
        return this;
    }

    /**
     * When this much of the memory that the machine, or its cgroup, has is in use, the largest worker ends and its calls fail or are
     * made again, so that the machine lives; 0.92 unless said, 1 for never.
     */
    public StartOptions memoryThreshold(double fraction) {
        memoryThreshold = checkedThreshold(fraction);
        return this;
    }

    /** The fraction itself; an {@link OptionException} where it is not one. */
    public static double checkedThreshold(double fraction) {
        if (!(fraction > 0 && fraction <= 1)) {
            throw new OptionException(
                    "memoryThreshold=" + fraction + " is outside 0..1", "give a fraction such as 0.92, or 1 for never");
        }
        return fraction;
    }

    /** The port of the dashboard, of 127.0.0.1; any free one unless said. Where that one is taken, nothing is started. */
    public StartOptions dashboardPort(int port) {
        if (port < 0 || port > 65_535) {
            throw new OptionException("dashboardPort=" + port + " is outside 0..65535", "give a port, or 0 for any");
        }
        dashboardPort = OptionalInt.of(port);
        return this;
    }

    /**
     * Serves no dashboard. Unless said, the program prints at its start the link of pages that show what it does; they are there for browsers
     * of this machine that have the link. Where standard error is no terminal it prints in which file of this user's the link is.
     */
    public StartOptions noDashboard() {
        hasDashboard = false;
        return this;
    }

    /**
     * Shows nobody what calls were made with: no arguments, no captured values, no items. Unless said, who looks at a call that failed or
     * runs sees them: in the dashboard, by {@code mosaic list} and {@code describe}, in reports. What exceptions say and calls print is
     * shown all the same.
     */
    public StartOptions noInputs() {
        showsInputs = false;
        return this;
    }

    /** Memory that entries of the warehouse may take, in bytes; a quarter of the machine's, or of its cgroup's, unless said. */
    public StartOptions warehouseMemory(long bytes) {
        warehouseMemory = OptionalLong.of(positive("warehouseMemory", bytes));
        return this;
    }

    /** Disk that entries may take when memory is short, in bytes; 16 GiB unless said, 0 for none. */
    public StartOptions warehouseDisk(long bytes) {
        if (bytes < 0) {
            throw new OptionException("warehouseDisk=" + bytes + " is less than 0", "give 0 or more");
        }
        warehouseDisk = bytes;
        return this;
    }

    /** Where entries are kept on disk; in the folder for temporary files unless said. They are deleted in the end. */
    public StartOptions warehouseFolder(Path folder) {
        warehouseFolder = Optional.of(folder);
        return this;
    }

    /**
     * The bucket behind the warehouse's disk; that of the environment unless said ({@link S3Options#fromEnvironment}). With it, durable
     * means there. The cluster's entries are deleted in the end.
     */
    public StartOptions warehouseS3(S3Options s3) {
        warehouseS3 = Optional.of(s3);
        return this;
    }

    public Optional<S3Options> warehouseS3() {
        return warehouseS3;
    }

    public OptionalLong warehouseMemory() {
        return warehouseMemory;
    }

    public long warehouseDisk() {
        return warehouseDisk;
    }

    public Optional<Path> warehouseFolder() {
        return warehouseFolder;
    }

    public double memoryThreshold() {
        return memoryThreshold;
    }

    public boolean hasDashboard() {
        return hasDashboard;
    }

    public boolean showsInputs() {
        return showsInputs;
    }

    /** Empty for any free one. */
    public OptionalInt dashboardPort() {
        return dashboardPort;
    }

    public int workers() {
        return workers;
    }

    public boolean isInProcess() {
        return inProcess;
    }

    public int permits() {
        return permits;
    }

    public Duration startTimeout() {
        return startTimeout;
    }

    public List<String> jvmArguments() {
        return List.copyOf(jvmArguments);
    }

    private static long positive(String name, long bytes) {
        if (bytes < 1) {
            throw new OptionException(name + "=" + bytes + " is less than 1", "give 1 or more");
        }
        return bytes;
    }

    private static int positive(String name, int count) {
        if (count < 1) {
            throw new OptionException(name + "=" + count + " is less than 1", "give 1 or more");
        }
        return count;
    }

    /** From the environment; one for each processor where it says nothing. */
    static int workersIn(@Nullable String environment) {
        if (environment == null || environment.isBlank()) {
            return Math.max(1, Runtime.getRuntime().availableProcessors());
        }
        if (!environment.matches("[1-9]\\d{0,5}")) {
            throw new StartException(
                    Variables.WORKERS + "=" + environment + " is not a number of workers", "set 1 or more");
        }
        return Integer.parseInt(environment);
    }
}
