package dev.mosaic.node;

import dev.mosaic.memory.MemoryGauge;
import dev.mosaic.memory.MemoryUse;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.service.Health;
import dev.mosaic.service.Service;
import dev.mosaic.service.ServiceUnit;
import dev.mosaic.unit.links.Epochs;
import dev.mosaic.unit.shell.MeshOpener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The unit that tells the monitor of the ends of a machine's workers, and makes them true.
 *
 * <p>What it reports it says again on every new link until the monitor's verdict has come back.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one mesh, four ticks a second.
 */
final class Node implements Health, AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(250);
    private static final int TICKS_A_QUESTION = 4;
    private static final long HEARTBEAT_NANOS = 1_000_000_000L;
    private static final long LONG_AGO = Long.MIN_VALUE / 2;
    private static final int MOST_ENDS = 1_000;
    private static final MemoryUse NOT_SAID = new MemoryUse(0, 0);

    /** For workers that fail what they still have at the deadline. */
    private static final Duration AFTER_DEADLINE = Duration.ofSeconds(1);

    private final ServiceUnit unit;
    private final Desk desk;
    private final Staff workers;

    private Node(ServiceUnit unit, Desk desk) {
        this.unit = unit;
        this.desk = desk;
        this.workers = desk.workers;
    }

    /**
     * Joins; the workers are started as the monitor says, or as their maker did.
     *
     * @param excluded is told why, where the monitor holds the node for dead
     */
    static Node open(
            NodeOptions options,
            MeshOpener opener,
            BiFunction<Reports, LineRelay, Staff> workers,
            Consumer<String> excluded) {
        Identity self = new Identity(options.uid(), options.instance(), MeshOptions.PROTOCOL);
        ServiceUnit unit = ServiceUnit.open(
                MeshOptions.of(options.uid()).withIdentity(self).withToken(options.token()), opener);
        String endpoint = options.listen().stream()
                .map(each -> unit.listen(each).toString())
                .collect(Collectors.joining(" "));
        Desk desk = new Desk(unit, options, endpoint, workers, excluded);
        unit.run(desk, TICK);
        return new Node(unit, desk);
    }

    /** True where the monitor has heard of it by then, and others of it. */
    boolean awaitJoined(Duration limit) {
        try {
            return desk.joined.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public Optional<String> stuck() {
        return unit.stuck();
    }

    @Override
    public Optional<String> unready() {
        return unit.ask(desk::absence).map(Optional::of).orElseGet(unit::stuck).filter(reason -> !reason.isEmpty());
    }

    /** Has the monitor drain the workers, and starts none any more; true where all have ended in that time. */
    boolean drain(Duration deadline, DrainTime time) {
        unit.execute(() -> desk.drains(deadline.toNanos()));
        return time.await(AFTER_DEADLINE, workers::awaitEnds);
    }

    /** True where there is a link with the monitor. */
    boolean hasMonitor() {
        return unit.ask(() -> desk.monitor != 0).orElse(false);
    }

    /** Asks all workers to end, and starts none any more. Does not wait. */
    void stopWorkers() {
        workers.stop();
    }

    /** Ends the workers. */
    void endWorkers() {
        workers.close();
    }

    /** Tells the monitor that the node goes, and closes. */
    void leave() {
        unit.close(desk::leave);
    }

    /** Ends the workers, and closes without a word: the whole cluster ends. */
    @Override
    public void close() {
        endWorkers();
        unit.close();
    }

    /** The workers, as the node leads them. Any thread. */
    interface Staff extends AutoCloseable {
        /** Of a node whose workers live elsewhere. */
        Staff NONE = new Staff() {};

        /** Time has passed. */
        default void tick() {}

        /** The instances that the monitor knows, and whose processes run: none where workers are no processes of their own. */
        default List<Long> running() {
            return List.of();
        }

        /** The units whose verdicts change something: its own, and their programs. */
        default Set<Long> concerns() {
            return Set.of();
        }

        /** The monitor knows that instance. */
        default void joined(long instance) {}

        /** The monitor holds that instance for dead: that has to become true. The workers of a head end with it. */
        default void lost(long instance) {}

        /**
         * There are to be that many workers of that program, or more.
         *
         * @param code the files with its classes; empty where workers have them
         */
        default void staff(Member program, int workers, List<Path> code) {}

        /**
         * There is to be one worker of that program with that many devices.
         *
         * @param ticket names the wish
         * @param code as above
         */
        default void equip(Member program, long ticket, int devices, List<Path> code) {}

        /** Those that end are not replaced, and none is started any more: what they have goes elsewhere first. */
        default void drain() {}

        /** Waits for the ends of all that {@link #drain} left; true where they have come by then. */
        default boolean awaitEnds(Duration patience) {
            return true;
        }

        /** All are to end, and none is started any more. Does not wait. */
        default void stop() {}

        /** Returns when all have ended. */
        @Override
        default void close() {}
    }

    /** What workers say of their ends goes through here. */
    interface Reports {
        void ended(long instance, String reason);
    }

    private static final class Desk implements Service, Reports {
        private final ServiceUnit unit;
        private final NodeOptions options;
        private final String endpoint;
        private final Consumer<String> excluded;
        private final LineRelay lines;
        private final CodeDesk code;
        private final Staff workers;
        private final LinkedHashMap<Long, String> ends = new LinkedHashMap<>();
        private final CountDownLatch joined = new CountDownLatch(1);
        private final MemoryGauge gauge = MemoryGauge.ofThisProcess();
        private final Epochs epochs = new Epochs();
        private final Set<Long> doubtful = new HashSet<>();
        private long monitor;
        private int ticks;
        private long beatNanos = LONG_AGO;
        private boolean drains;
        private long drainedNanos;

        Desk(
                ServiceUnit unit,
                NodeOptions options,
                String endpoint,
                BiFunction<Reports, LineRelay, Staff> workers,
                Consumer<String> excluded) {
            this.unit = unit;
            this.endpoint = endpoint;
            this.excluded = excluded;
            this.options = options;
            this.lines = new LineRelay(unit, options.uid());
            this.workers = workers.apply(this, lines);
            this.code = new CodeDesk(unit, options.uid(), options.code(), new CodeDesk.Ready() {
                @Override
                public void staff(Member program, int count, List<Path> code) {
                    Desk.this.workers.staff(program, count, code);
                }

                @Override
                public void equip(Member program, long ticket, int devices, List<Path> code) {
                    Desk.this.workers.equip(program, ticket, devices, code);
                }
            });
        }

        /** Empty where the monitor knows it, and may place there. */
        private String absence() {
            if (drains) {
                return options.uid() + " is being drained";
            }
            return joined.getCount() == 0 && monitor != 0
                    ? ""
                    : options.uid() + " has no link with the monitor at " + options.monitor();
        }

        /** It is said again on every new link. */
        void drains(long nanos) {
            workers.drain();
            drainedNanos = unit.now() + nanos;
            drains = true;
            sayDrain(unit.now());
        }

        /** The monitor has it drained. The next one is to know. */
        private void drained(long now, ClusterMessage.Drain drain) {
            workers.drain();
            if (!drains) {
                drains = true;
                drainedNanos = now + drain.deadlineNanos();
            }
        }

        private void sayDrain(long now) {
            if (drains) {
                unit.send(monitor, new ClusterMessage.Drain(options.instance(), Math.max(0, drainedNanos - now)));
            }
        }

        void leave() {
            unit.send(monitor, new ClusterMessage.Exited(options.instance(), "it was closed"));
        }

        @Override
        public void ended(long instance, String reason) {
            unit.execute(() -> {
                ends.put(instance, reason);
                if (ends.size() > MOST_ENDS) {
                    ends.pollFirstEntry(); // of those that never joined no verdict comes back
                }
                unit.send(monitor, new ClusterMessage.Exited(instance, reason));
            });
        }

        @Override
        public void connected(long now, Identity who) {
            if (who.uid().equals(Member.MONITOR)) {
                monitor = who.instance();
                sayDrain(now); // before anything is placed here
                unit.send(
                        monitor,
                        new ClusterMessage.Hello(
                                options.member(endpoint),
                                0,
                                List.of(),
                                List.of(),
                                List.of(),
                                List.of(),
                                epochs.toTell(monitor),
                                epochs.isKnownTo(monitor)));
                doubtful.addAll(workers.concerns()); // their verdicts may have come in between
                ticks = 0;
                beatNanos = LONG_AGO; // the next one says what the introduction does not
                ends.forEach((instance, reason) -> unit.send(monitor, new ClusterMessage.Exited(instance, reason)));
            } else {
                lines.connected(who.instance());
                code.connected(who.instance());
            }
        }

        @Override
        public void disconnected(long instance) {
            if (instance == monitor) {
                monitor = 0;
            }
        }

        @Override
        public void received(long now, Identity from, UnitMessage message) {
            if (message instanceof CodeMessage about) {
                code.received(from.instance(), about);
            }
            if (from.instance() != monitor || epochs.isReplaced(monitor)) {
                return;
            }
            switch (message) {
                case ClusterMessage.Members members -> members(members);
                case ClusterMessage.Looked looked -> doubtful.remove(looked.instance());
                case ClusterMessage.Drain drain -> drained(now, drain);
                case ClusterMessage.Staff staff -> staff(staff);
                case ClusterMessage.Equip equip -> equip(equip);
                default -> {} // nothing else is for a node
            }
        }

        private void staff(ClusterMessage.Staff staff) {
            options.ofProgram()
                    .ifPresentOrElse(
                            files -> workers.staff(staff.program(), staff.workers(), files),
                            () -> code.staff(staff.program(), staff.workers()));
        }

        private void equip(ClusterMessage.Equip equip) {
            options.ofProgram()
                    .ifPresentOrElse(
                            files -> workers.equip(equip.program(), equip.ticket(), equip.devices(), files),
                            () -> code.equip(equip.program(), equip.ticket(), equip.devices()));
        }

        private void members(ClusterMessage.Members members) {
            if (epochs.heeds(monitor, members.epoch())) {
                joined.countDown();
                members.joined().forEach(member -> {
                    doubtful.remove(member.instance());
                    workers.joined(member.instance());
                });
                members.lost().forEach(loss -> {
                    doubtful.remove(loss.instance());
                    if (loss.instance() == options.instance()) {
                        excluded.accept(loss.reason());
                    }
                    ends.remove(loss.instance());
                    workers.lost(loss.instance());
                    lines.lost(loss.instance());
                    code.lost(loss.instance());
                });
            }
        }

        @Override
        public void beat(long now) {
            if (now - beatNanos >= HEARTBEAT_NANOS) {
                beatNanos = now;
                MemoryUse memory = gauge.read().orElse(NOT_SAID);
                // The first one dials; where it comes before the introduction the monitor passes over it.
                unit.send(
                        Member.MONITOR,
                        options.monitor(),
                        new ClusterMessage.Heartbeat(
                                0, 0, 0, TaskBacklog.NONE, memory.usedBytes(), memory.limitBytes()));
            }
        }

        @Override
        public void tick(long now) {
            workers.tick();
            lines.tick();
            code.tick();
            if (ticks++ % TICKS_A_QUESTION == 0) {
                unit.send(monitor, new ClusterMessage.Running(workers.running()));
                doubtful.retainAll(workers.concerns());
                doubtful.forEach(instance -> unit.send(monitor, new ClusterMessage.Look(instance)));
            }
        }
    }
}
