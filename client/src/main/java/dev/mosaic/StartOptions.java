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
 * Options of {@link Mosaic#start}, which starts a cluster on this machine.
 *
 * <p><b>Threading:</b> used by the starting thread only.
 */
public final class StartOptions {
    /** The default of {@link #memoryThreshold}: the share of memory in use above which a node ends its largest worker. */
    public static final double MEMORY_THRESHOLD = 0.92;

    private int workers = workersIn(System.getenv(Variables.WORKERS));
    private boolean inProcess;
    private int slots = 1;
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

    /** The number of worker processes; by default {@code MOSAIC_WORKERS} of the environment, or one for each processor. */
    public StartOptions workers(int count) {
        workers = positive("workers", count);
        return this;
    }

    /** Runs the workers inside this JVM, for debuggers and tests. Arguments are copied as they are between processes. */
    public StartOptions inProcess() {
        inProcess = true;
        return this;
    }

    /**
     * The number of calls that a worker runs at once, over all of its tesserae and stateless tasks; 1 by default. A call that waits for a
     * task does not count while it waits.
     *
     * <p>A worker runs more calls in two cases. A call of a class with {@link Tessera#concurrency} above 1 needs no permit. And if long calls
     * hold all slots for 100 ms, waiting tesserae get extra slots, up to 64 in a worker. So no tessera waits for ever for the call of another
     * tessera. Stateless tasks get no extra slots: they wait, or run in another worker.
     */
    public StartOptions slots(int count) {
        slots = positive("slots", count);
        return this;
    }

    /** The processors for tesserae and tasks; by default those of this machine. */
    public StartOptions cpus(double count) {
        cpus = OptionalDouble.of(Bundle.EMPTY.cpus(count).cpus());
        return this;
    }

    /**
     * The number of GPUs or other devices for tesserae and tasks; by default all devices that are found. For each tessera or task that needs devices,
     * another worker is started. It sees only its own devices, by the environment variable of their {@link Device.Kind}. Workers inside this JVM know
     * their devices only by {@link Worker#devices}.
     */
    public StartOptions gpus(int count) {
        gpus = Integer.toString((int) Bundle.EMPTY.gpus(count).gpus());
        return this;
    }

    /** The memory for tesserae and tasks, in bytes, for scheduling only; by default that of this machine. */
    public StartOptions memory(long bytes) {
        memory = OptionalLong.of(positive("memory", bytes));
        return this;
    }

    /** The amount of a custom resource, for scheduling only. */
    public StartOptions resource(String label, double amount) {
        resources.putAll(Bundle.EMPTY.resource(label, amount).resources());
        return this;
    }

    /**
     * The strategy that chooses the workers for tesserae: {@code least-busy} by default, {@code round-robin}, {@code spread}, {@code pack}, or the
     * name of a class that implements {@code dev.mosaic.placement.Placement}.
     */
    public StartOptions placement(String strategy) {
        placement = strategy;
        return this;
    }

    public OptionalDouble cpus() {
        return cpus;
    }

    /** The setting for devices; empty if the devices are found automatically. */
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

    /** A time limit for the start of the workers; 60 s by default. */
    public StartOptions startTimeout(Duration limit) {
        startTimeout = limit;
        return this;
    }

    /**
     * Adds arguments for the JVMs of the workers, such as {@code -Xmx4g}. By default all heaps together have at most 75 % of the memory, and
     * each has at most 25 %. A heap grows on demand, and shrinks when its worker is idle.
     */
    public StartOptions jvmArguments(String... arguments) {
        jvmArguments.addAll(List.of(arguments));
        return this;
    }

    /**
     * The share of the memory of the machine, or of its cgroup, above which the node ends its largest worker; 0.92 by default, 1 for never. The
     * calls of this worker fail or run again.
     */
    public StartOptions memoryThreshold(double fraction) {
        memoryThreshold = checkedThreshold(fraction);
        return this;
    }

    /** Returns the fraction, or throws an {@link InvalidOptionException} if it is outside its range. */
    public static double checkedThreshold(double fraction) {
        if (!(fraction > 0 && fraction <= 1)) {
            throw new InvalidOptionException(
                    "memoryThreshold=" + fraction + " is outside 0..1", "give a fraction such as 0.92, or 1 for never");
        }
        return fraction;
    }

    /** The port of the dashboard at 127.0.0.1; any free port by default. If the port is in use, the start fails. */
    public StartOptions dashboardPort(int port) {
        if (port < 0 || port > 65_535) {
            throw new InvalidOptionException(
                    "dashboardPort=" + port + " is outside 0..65535", "give a port, or 0 for any");
        }
        dashboardPort = OptionalInt.of(port);
        return this;
    }

    /**
     * Turns the dashboard off. By default the program prints a link to it at its start, which works for browsers on this machine. If standard
     * error is not a terminal, it prints the name of a file of this user with the link instead.
     */
    public StartOptions noDashboard() {
        hasDashboard = false;
        return this;
    }

    /**
     * Hides the inputs of calls: arguments, captured values and items. By default the dashboard, {@code mosaic list}, {@code describe} and
     * reports show them for calls that failed or run. Texts of exceptions and the output of calls are always shown.
     */
    public StartOptions noInputs() {
        showsInputs = false;
        return this;
    }

    /** Memory for objects of the warehouse, in bytes; by default a quarter of the memory of the machine or of its cgroup. */
    public StartOptions warehouseMemory(long bytes) {
        warehouseMemory = OptionalLong.of(positive("warehouseMemory", bytes));
        return this;
    }

    /** Disk space for objects that do not fit into memory, in bytes; 16 GiB by default, 0 for none. */
    public StartOptions warehouseDisk(long bytes) {
        if (bytes < 0) {
            throw new InvalidOptionException("warehouseDisk=" + bytes + " is less than 0", "give 0 or more");
        }
        warehouseDisk = bytes;
        return this;
    }

    /** The folder for objects on disk; by default below the folder for temporary files. The objects are deleted at the end. */
    public StartOptions warehouseFolder(Path folder) {
        warehouseFolder = Optional.of(folder);
        return this;
    }

    /**
     * The bucket of the warehouse, its third tier; by default that of the environment ({@link S3Options#fromEnvironment}). Durable objects
     * are then stored in the bucket. The cluster's objects are deleted at the end.
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

    /** The port of the dashboard; empty for any free port. */
    public OptionalInt dashboardPort() {
        return dashboardPort;
    }

    public int workers() {
        return workers;
    }

    public boolean isInProcess() {
        return inProcess;
    }

    public int slots() {
        return slots;
    }

    public Duration startTimeout() {
        return startTimeout;
    }

    public List<String> jvmArguments() {
        return List.copyOf(jvmArguments);
    }

    private static long positive(String name, long bytes) {
        if (bytes < 1) {
            throw new InvalidOptionException(name + "=" + bytes + " is less than 1", "give 1 or more");
        }
        return bytes;
    }

    private static int positive(String name, int count) {
        if (count < 1) {
            throw new InvalidOptionException(name + "=" + count + " is less than 1", "give 1 or more");
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
