package dev.mosaic;

import java.time.Duration;
import java.util.Optional;

/**
 * What may be said about a tessera when it is made, apart from its constructor's arguments.
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
     * How often it is made again when its worker dies: from its arguments, or with its last state where the class is a {@link Snapshot}.
     * -1 is without limit; 0, the default, is never. Its proxies and its name go on to work. Calls that had no outcome
     * fail with {@link WorkerLostException}, unless {@link CallOptions#maxRetries} gives them another attempt; calls made
     * meanwhile wait. After the last restart calls fail with {@link WorkerLostException}, which says how many there were.
     */
    public TesseraOptions maxRestarts(int times) {
        if (times < -1) {
            throw new InvalidOptionException("maxRestarts=" + times, "give a number of times, or -1 for no limit");
        }
        maxRestarts = times;
        return this;
    }

    /** 0 for never, -1 for no limit. */
    public int maxRestarts() {
        return maxRestarts;
    }

    /** When the state of a {@link Snapshot} is stored; after every call by default. */
    public TesseraOptions snapshots(Snapshots when) {
        snapshots = when;
        return this;
    }

    /** When its state is kept. */
    public Snapshots snapshots() {
        return snapshots;
    }

    /**
     * It leaves its worker when no call ran or waited for that long, and takes nothing there any more: neither room nor memory. The
     * warehouse keeps its state and arguments, and the next call, by whichever proxy, brings it back, as soon as there is room; calls
     * then run in their order, as if it had moved. For a {@link Snapshot} with {@link #maxRestarts} or a name; never by default. It is not counted as a
     * restart. Where its state cannot be had or kept it stays where it is.
     */
    public TesseraOptions passivateAfter(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new InvalidOptionException("passivateAfter=" + time, "give a time above 0, or leave it out");
        }
        passivateAfter = time;
        return this;
    }

    /** Zero means never. */
    public Duration passivateAfter() {
        return passivateAfter;
    }

    /**
     * Takes over the tessera of that name, where there is one that has several lives: it is made as this one from now on, by this program's
     * code, of this class and with these arguments, and keeps its state and the calls that wait; the proxy is of that one. Where its own
     * version is another, it moves to a worker of this program, as from a worker that is drained: no call is lost, none runs twice. Where it is the
     * same it stays where it is, and only its next life is this program's. Where there is none of that name it is made. When a program has
     * ended, another program can take over its named tesserae.
     *
     * <p>Making it waits for the warehouse's answer. Its arguments are values, not tasks. The methods that can be called must be those that it
     * has, since proxies go on to call them: else {@link NameException}.
     *
     * @param version of the code; any words
     */
    public TesseraOptions takeOver(String version) {
        if (version.isBlank()) {
            throw new InvalidOptionException("takeOver is blank", "say which version of the code it is");
        }
        takeOver = version;
        return this;
    }

    /** The version; empty where it takes over none. */
    public String takeOver() {
        return takeOver;
    }

    /**
     * What the warehouse knows of it outlives the warehouse: how it is made, which life of it is the highest, and its last state. All that is in
     * S3 where the cluster has a bucket, else flushed to the warehouse's disk, before it counts: so where its state is kept after {@link
     * Snapshots#EVERY_CALL every call} an outcome that was told is never lost. A warehouse that comes back finds it: what was passive is passive, what was alive goes on
     * in its worker, or is made again where that is gone.
     *
     * <p>For one with a {@link #name} and several lives, by {@link #maxRestarts} or {@link #passivateAfter}. Without the bucket, or the
     * disk, none becomes passive, and what was to be kept fails with {@link DurabilityUnavailableException} after 30 s. It does not end with its program: it is passive then
     * until another {@linkplain #takeOver takes it over}, or it is dropped.
     */
    public TesseraOptions durable() {
        durable = true;
        return this;
    }

    /** Whether the warehouse keeps it beyond its own end. */
    public boolean isDurable() {
        return durable;
    }

    /**
     * A name to {@link Mosaic#find} it by. A named tessera lives until it is dropped. A name in use
     * fails the tessera with {@link NameException}.
     */
    public TesseraOptions name(String text) {
        if (text.isBlank()) {
            throw new InvalidOptionException("name is blank", "give a name, or leave it out");
        }
        name = text;
        return this;
    }

    /** Empty means none. */
    public String name() {
        return name;
    }

    /**
     * Gives the tessera of that {@link #name} where there is one, of this class; else it is made. Programs and threads that do so at once get the same one. Making it waits until it has a place and
     * its constructor has returned.
     *
     * {@snippet class="snippets.ExamplesTest" region="name"}
     */
    public TesseraOptions getIfExists() {
        getsIfExists = true;
        return this;
    }

    /** Whether one of that name is taken in place of a new one. */
    public boolean getsIfExists() {
        return getsIfExists;
    }

    /** The uid of the worker that it should live in. Where that is not there it lives in another. */
    public TesseraOptions worker(String uid) {
        worker = uid;
        return this;
    }

    /** Empty means any. */
    public String worker() {
        return worker;
    }

    /** Processors that it takes; 0 by default. Counted where it is placed, not enforced. */
    public TesseraOptions cpus(double count) {
        needs = needs.cpus(count);
        return this;
    }

    /**
     * Devices that it takes: whole ones, or a part of one, such as 0.5, which it shares with others of this program. Its code finds them by
     * {@link Worker#gpus}, and sees no others.
     */
    public TesseraOptions gpus(double count) {
        needs = needs.gpus(count);
        return this;
    }

    /** Memory that it takes, in bytes. Counted where it is placed, not enforced. */
    public TesseraOptions memory(long bytes) {
        needs = needs.memory(bytes);
        return this;
    }

    /** How much it takes of what nodes offer under that label: {@code mosaic node --resource fpga=4}. */
    public TesseraOptions resource(String label, double amount) {
        needs = needs.resource(label, amount);
        return this;
    }

    /** All that it needs. */
    public Bundle needs() {
        return needs;
    }

    /**
     * How its place is chosen: {@code least-busy}, {@code round-robin}, {@code spread}, {@code pack}, or the name of a class that the monitor
     * has. The cluster's own strategy by default.
     */
    public TesseraOptions strategy(String name) {
        strategy = name;
        return this;
    }

    /** Empty means the cluster's. */
    public String strategy() {
        return strategy;
    }

    /** It takes its room out of that bundle of a reservation, and lives on the node that holds it. */
    public TesseraOptions in(Reservation reserved, int index) {
        reservation = Optional.of(reserved);
        bundle = index;
        return this;
    }

    /** Empty means none. */
    public Optional<Reservation> reservation() {
        return reservation;
    }

    /** Which bundle of the reservation. */
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
