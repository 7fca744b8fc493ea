package dev.mosaic;

import java.time.Duration;
import java.util.Optional;

/**
 * Options of a new tessera.
 *
 * <p><b>Threading:</b> used by the thread that makes the tessera, until it is made.
 */
public final class TesseraOptions {
    private String name = "";
    private String worker = "";
    private String strategy = "";
    private Bundle needs = Bundle.EMPTY;
    private Optional<Reservation> reservation = Optional.empty();
    private int bundle;
    private int maxRestarts;
    private Snapshots snapshots = Snapshots.EVERY_CALL;
    private Duration passivateAfter = Duration.ZERO;
    private String takeOver = "";
    private boolean durable;
    private boolean getsIfExists;

    /**
     * Sets how often the tessera restarts on another worker when its worker dies: 0, the default, is never, and -1 is without limit. On a restart it
     * is constructed again from its arguments. If its class is a {@link Snapshot}, it also gets its last state. Its proxies and its name stay valid.
     *
     * <p>Calls that have no result when the worker dies fail with {@link WorkerLostException}, or run again if they have {@link
     * CallOptions#maxRetries}. Calls made during a restart wait. When no restart is left, all calls fail with {@link WorkerLostException}.
     */
    public TesseraOptions maxRestarts(int times) {
        if (times < -1) {
            throw new InvalidOptionException("maxRestarts=" + times, "give a number of times, or -1 for no limit");
        }
        maxRestarts = times;
        return this;
    }

    /** The number of restarts; 0 if the tessera never restarts, -1 if there is no limit. */
    public int maxRestarts() {
        return maxRestarts;
    }

    /** Sets when the state of a {@link Snapshot} is stored; by default after every call. */
    public TesseraOptions snapshots(Snapshots when) {
        snapshots = when;
        return this;
    }

    /** The option that sets when the state is stored. */
    public Snapshots snapshots() {
        return snapshots;
    }

    /**
     * Passivates the tessera after this time without a call: its state goes to the warehouse, and its resources and memory in the worker are
     * free. The next call activates it again, on any worker with room; calls keep their order. This does not count as a restart. By default a
     * tessera is never passivated.
     *
     * <p>The class must be a {@link Snapshot}, with {@link #maxRestarts} or a {@link #name}. If its state cannot be stored, the tessera stays
     * active.
     */
    public TesseraOptions passivateAfter(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new InvalidOptionException("passivateAfter=" + time, "give a time above 0, or leave it out");
        }
        passivateAfter = time;
        return this;
    }

    /** The time without a call before the tessera is passivated; zero if it is never passivated. */
    public Duration passivateAfter() {
        return passivateAfter;
    }

    /**
     * Takes over the existing tessera with this {@link #name}, or makes a new one if there is none. An existing tessera keeps its state and
     * its waiting calls. From now on it is constructed by the code of this program, of this class and with these arguments:
     * <ul>
     *   <li>if its version differs from {@code version}, it moves at once to a worker of this program. No call is lost, and none runs twice;
     *   <li>if the version is the same, it stays in its worker, and the next restart uses the code of this program.
     * </ul>
     *
     * <p>The tessera must be able to restart or to be passivated. So a program can take over the named tesserae of a program that has ended. The
     * method that makes the tessera waits for an answer of the warehouse. Arguments must be values, not tasks. The class must have the same
     * methods, because existing proxies call them; otherwise the tessera fails with {@link NameException}.
     *
     * @param version the version of the code; any text
     */
    public TesseraOptions takeOver(String version) {
        if (version.isBlank()) {
            throw new InvalidOptionException("takeOver is blank", "give the version of the code, such as 2");
        }
        takeOver = version;
        return this;
    }

    /** The version of the code; empty if the tessera does not take over an existing one. */
    public String takeOver() {
        return takeOver;
    }

    /**
     * Keeps the tessera when the warehouse restarts. Its arguments and its last state are stored in S3 if the cluster has a bucket, and on the disk
     * of the warehouse otherwise. With {@link Snapshots#EVERY_CALL} the state is stored before the result of a call is returned, so no
     * result that a caller has seen is lost. After a restart of the warehouse, a passive tessera is passive, and an active one runs on in its
     * worker, or restarts if its worker is gone.
     *
     * <p>It needs a {@link #name}, and {@link #maxRestarts} or {@link #passivateAfter}. It does not end with its program: it is then passive
     * until another program {@linkplain #takeOver takes it over} or drops it. While the bucket or disk is not available, no tessera is
     * passivated, and calls that must store state fail with {@link DurabilityUnavailableException} after 30 s.
     */
    public TesseraOptions durable() {
        durable = true;
        return this;
    }

    /** Whether the tessera outlives a restart of the warehouse. */
    public boolean isDurable() {
        return durable;
    }

    /**
     * A name for {@link Mosaic#find}. A named tessera lives until it is dropped. If the name is in use, the tessera fails with {@link
     * NameException}.
     */
    public TesseraOptions name(String text) {
        if (text.isBlank()) {
            throw new InvalidOptionException("name is blank", "give a name, or leave it out");
        }
        name = text;
        return this;
    }

    /** The name; empty if the tessera has none. */
    public String name() {
        return name;
    }

    /**
     * Returns the existing tessera with this {@link #name} and class, if there is one. Programs and threads that do so at the same time get the same
     * tessera. The method that makes the tessera waits until its constructor has returned.
     *
     * {@snippet class="snippets.ExamplesTest" region="name"}
     */
    public TesseraOptions getIfExists() {
        getsIfExists = true;
        return this;
    }

    /** Whether an existing tessera with this name is used. */
    public boolean getsIfExists() {
        return getsIfExists;
    }

    /** The uid of the preferred worker. If that worker is not there, the tessera is placed on another one. */
    public TesseraOptions worker(String uid) {
        worker = uid;
        return this;
    }

    /** The uid of the preferred worker; empty for any worker. */
    public String worker() {
        return worker;
    }

    /** The number of processors, for scheduling only; 0 by default. The tessera may use more. */
    public TesseraOptions cpus(double count) {
        needs = needs.cpus(count);
        return this;
    }

    /**
     * The number of GPUs or other devices: whole ones, or a fraction of one such as 0.5, shared with other tesserae of this program. {@link
     * Worker#gpus} returns their ids; the code sees no other devices.
     */
    public TesseraOptions gpus(double count) {
        needs = needs.gpus(count);
        return this;
    }

    /** The memory in bytes, for scheduling only. The tessera may use more. */
    public TesseraOptions memory(long bytes) {
        needs = needs.memory(bytes);
        return this;
    }

    /** The amount of a custom resource. A node offers it by {@code mosaic node --resource fpga=4}. */
    public TesseraOptions resource(String label, double amount) {
        needs = needs.resource(label, amount);
        return this;
    }

    /** All its resources. */
    public Bundle needs() {
        return needs;
    }

    /**
     * The scheduling strategy: {@code least-busy}, {@code round-robin}, {@code spread}, {@code pack}, or the name of a class on the class path
     * of the head. By default that of the cluster.
     */
    public TesseraOptions strategy(String name) {
        strategy = name;
        return this;
    }

    /** The scheduling strategy; empty for that of the cluster. */
    public String strategy() {
        return strategy;
    }

    /** Takes the resources from a bundle of a reservation. The tessera is placed on the node of that bundle. */
    public TesseraOptions in(Reservation reserved, int index) {
        reservation = Optional.of(reserved);
        bundle = index;
        return this;
    }

    /** The reservation from which the tessera takes its resources; empty if it uses none. */
    public Optional<Reservation> reservation() {
        return reservation;
    }

    /** The index of the bundle in the reservation. */
    public int bundle() {
        return bundle;
    }

    /** One of several: the same, in that worker; a name is followed by the index, {@code name-3}. */
    TesseraOptions element(int index, String uid) {
        TesseraOptions copy = new TesseraOptions();
        copy.name = name.isEmpty() ? "" : name + "-" + index;
        copy.worker = worker.isEmpty() ? uid : worker;
        copy.strategy = strategy;
        copy.needs = needs;
        copy.reservation = reservation;
        copy.bundle = bundle;
        copy.maxRestarts = maxRestarts;
        copy.snapshots = snapshots;
        copy.passivateAfter = passivateAfter;
        copy.takeOver = takeOver;
        copy.durable = durable;
        return copy;
    }
}
