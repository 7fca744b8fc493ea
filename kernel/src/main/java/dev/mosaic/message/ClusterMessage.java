package dev.mosaic.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What units say to the monitor and to their node, and what these say to them. */
public sealed interface ClusterMessage extends UnitMessage {
    /**
     * A unit introduces itself to the monitor, on every new link.
     *
     * @param self who it is
     * @param tesserae how many live in it
     * @param named those of them that have a name
     * @param lost verdicts it acts upon; a monitor that is new makes them its own
     * @param others the living it knows; a monitor that is new waits for them as for any that is silent, and then tells all
     * @param hosted those of its tesserae that take room of their node
     * @param epoch the highest that it knows of another monitor, which this one has to be above; 0 where none is
     * @param isKnown this monitor has spoken to it before: where it does not know it any more, it is dead
     */
    record Hello(
            Member self,
            int tesserae,
            List<Named> named,
            List<Loss> lost,
            List<Member> others,
            List<Hosted> hosted,
            long epoch,
            boolean isKnown)
            implements ClusterMessage {
        public Hello {
            named = List.copyOf(named);
            lost = List.copyOf(lost);
            others = List.copyOf(others);
            hosted = List.copyOf(hosted);
        }

        /** Without a word about monitors. */
        public Hello(
                Member self,
                int tesserae,
                List<Named> named,
                List<Loss> lost,
                List<Member> others,
                List<Hosted> hosted) {
            this(self, tesserae, named, lost, others, hosted, 0, false);
        }

        /** Of a unit that hosts nothing which takes room. */
        public Hello(Member self, int tesserae, List<Named> named, List<Loss> lost, List<Member> others) {
            this(self, tesserae, named, lost, others, List.of());
        }

        @Override
        public MessageType type() {
            return MessageType.HELLO;
        }
    }

    /** A tessera that takes room: Id, text class name, Claim. */
    record Hosted(Id tessera, String className, Claim claim) {}

    /** A tessera with a name: text name, Id, i64 worker, text class name, i64 signature of its method table. */
    record Named(String name, Id tessera, long worker, String className, long signature) {}

    /**
     * Who is there.
     *
     * @param epoch of the monitor
     * @param joined new units
     * @param lost verdicts
     */
    record Members(long epoch, List<Member> joined, List<Loss> lost) implements ClusterMessage {
        public Members {
            joined = List.copyOf(joined);
            lost = List.copyOf(lost);
        }

        @Override
        public MessageType type() {
            return MessageType.MEMBERS;
        }
    }

    /** A verdict: that instance is dead. i64 instance, text reason. */
    record Loss(long instance, String reason) {}

    /**
     * A unit is alive, and how busy.
     *
     * @param backlog stateless tasks: of {@code queued} here, and those that this unit made and that wait for a worker
     * @param memoryUsed from nodes: bytes of memory that the machine, or its cgroup, has in use; 0 where it is not said
     * @param memoryLimit and may have
     */
    record Heartbeat(int tesserae, int queued, int running, TaskBacklog backlog, long memoryUsed, long memoryLimit)
            implements ClusterMessage {
        /** Without a word about memory, and nothing that waits could run elsewhere. */
        public Heartbeat(int tesserae, int queued, int running) {
            this(tesserae, queued, running, TaskBacklog.NONE);
        }

        /** Without a word about memory. */
        public Heartbeat(int tesserae, int queued, int running, TaskBacklog backlog) {
            this(tesserae, queued, running, backlog, 0, 0);
        }

        @Override
        public MessageType type() {
            return MessageType.HEARTBEAT;
        }
    }

    /**
     * Asks the monitor for a place for a tessera; asked again on every new link until answered.
     *
     * @param wish the worker that it should live in, if that is there; 0 for none
     * @param claim what it needs there
     */
    record Place(Id tessera, String className, long signature, String name, long wish, Claim claim)
            implements ClusterMessage {
        /** Any place will do. */
        public Place(Id tessera, String className, long signature, String name, long wish) {
            this(tessera, className, signature, name, wish, Claim.NONE);
        }

        @Override
        public MessageType type() {
            return MessageType.PLACE;
        }
    }

    /**
     * The home asks the monitor for a place for the next life of a tessera; answered as {@link Place} is.
     *
     * @param program whose workers are fit for it; 0 for any
     * @param notAt where it lived before
     */
    record Replace(long program, long notAt, Place place) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.REPLACE;
        }
    }

    /**
     * The home tells the monitor that a tessera lives nowhere for a while: its place is free, its name is still its own.
     *
     * @param notAt where it lived before
     * @param named its name may be empty; its worker is {@link Carried#HOME}
     */
    record Passive(long notAt, Named named) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.PASSIVE;
        }
    }

    record Placed(Id tessera, long worker) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.PLACED;
        }
    }

    /** There is no place for it: for ever, or so far. */
    record Refused(Id tessera, boolean forEver, Failure failure) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.REFUSED;
        }
    }

    /** Asks the monitor for the tessera of a name. */
    record Find(long request, String name) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.FIND;
        }
    }

    /** The tessera of that name, if there is one: u8 1 and it, or u8 0. */
    record Found(long request, @Nullable Named named) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.FOUND;
        }
    }

    /** Asks for that many workers for stateless tasks, all in all; 0 gives all back. */
    record Lease(int wanted) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.LEASE;
        }
    }

    /**
     * The workers that the receiver may send stateless tasks to, all of them.
     *
     * @param coming how many more are being started for it
     */
    record Leased(List<Long> workers, int coming) implements ClusterMessage {
        public Leased {
            workers = List.copyOf(workers);
        }

        /** No more are coming. */
        public Leased(List<Long> workers) {
            this(workers, 0);
        }

        @Override
        public MessageType type() {
            return MessageType.LEASED;
        }
    }

    /**
     * A unit tells the monitor that a tessera has ended, so that its name is free.
     *
     * @param forGood its home says so, which knows of its end: it lives nowhere and will not again. A home that only knows nothing of it
     *     does not say that.
     */
    record Ended(Id tessera, boolean forGood) implements ClusterMessage {
        public Ended(Id tessera) {
            this(tessera, false);
        }

        @Override
        public MessageType type() {
            return MessageType.ENDED;
        }
    }

    /** A node tells the monitor that a process of its own has ended; or a unit, that it leaves in good order. */
    record Exited(long instance, String reason) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.EXITED;
        }
    }

    /**
     * What user code in a worker printed, for the head. {@code lines} is u32 length and UTF-8.
     *
     * @param uid of the worker
     * @param error true for standard error
     */
    record Output(String uid, boolean error, String lines) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.OUTPUT;
        }
    }

    /**
     * Asks the monitor about a unit that a message named and that is not known here: the answer is {@link Members}. Asked again
     * until answered; a monitor that is new answers once it knows who is there.
     */
    record Who(long instance) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.WHO;
        }
    }

    /** A unit to be, which has no name yet, asks the monitor for the number in it. Asked again until answered. */
    record Enrol(Member.Kind kind) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.ENROL;
        }
    }

    /** The number that the asker alone has among the units of its kind: {@code node:N}, {@code head:N}. */
    record Enrolled(int number) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.ENROLLED;
        }
    }

    /**
     * Asks a node for workers of a program, as many all in all; where it has more they stay. Said again on every new link.
     *
     * @param program its head
     */
    record Staff(Member program, int workers) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.STAFF;
        }
    }

    /**
     * Asks a node for one worker of a program that has that many devices for its life. Said again on every new link until it is there.
     *
     * @param program its head
     * @param ticket names the wish: the same one asks for the same worker
     */
    record Equip(Member program, long ticket, int devices) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.EQUIP;
        }
    }

    /**
     * Asks the monitor for room in several bundles, all or nothing; asked again on every new link. {@link Ended} gives it back.
     *
     * @param spread true where each bundle is to be on a node of its own; else they are on few
     * @param nodes uids of the nodes that hold them, where it asks a monitor that is new; empty texts for none
     */
    record Book(Id reservation, List<Resources> bundles, boolean spread, List<String> nodes) implements ClusterMessage {
        public Book {
            bundles = List.copyOf(bundles);
            nodes = List.copyOf(nodes);
        }

        @Override
        public MessageType type() {
            return MessageType.BOOK;
        }
    }

    /** The uids of the nodes that hold the bundles of a reservation, in their order; none while it waits, or waits again. */
    record Booked(Id reservation, List<String> nodes) implements ClusterMessage {
        public Booked {
            nodes = List.copyOf(nodes);
        }

        @Override
        public MessageType type() {
            return MessageType.BOOKED;
        }
    }

    /** Asks the monitor what there is; anybody may, without an introduction. */
    record Survey(long request) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.SURVEY;
        }
    }

    /** Asks the monitor what its http would answer: text path with its query, such as {@code /v1/status}. */
    record Query(long request, String path) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.QUERY;
        }
    }

    /** The answer's status and body. */
    record QueryResult(long request, int status, Payload body) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.QUERY_RESULT;
        }
    }

    /** What there is, and what finds no place. */
    record Surveyed(long request, List<UnitLoad> units, List<Demand> demand) implements ClusterMessage {
        public Surveyed {
            units = List.copyOf(units);
            demand = List.copyOf(demand);
        }

        @Override
        public MessageType type() {
            return MessageType.SURVEYED;
        }
    }

    /**
     * A unit and how busy it is: Member, i32 tesserae, i32 queued, i32 running, Resources used.
     *
     * @param used of what it offers
     */
    record UnitLoad(Member unit, int tesserae, int queued, int running, Resources used) {}

    /**
     * Asks a worker, or a node with all its workers, to end when it has nothing any more: nothing new comes to it, and what can live
     * elsewhere moves. To the monitor: the receiver is that unit, or the monitor sees to it. The last part counts from its arrival.
     *
     * @param instance of the worker or node
     * @param deadlineNanos what is still there then fails
     */
    record Drain(long instance, long deadlineNanos) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.DRAIN;
        }
    }

    /** As reason for which a unit is gone: it was drained, and what was still there fails with that. */
    String DRAINED = "it was drained";

    /**
     * A node tells the monitor, with each heartbeat, which of its worker processes run: these are not dead by silence alone. A process that
     * is stopped (SIGSTOP) does not run.
     */
    record Running(List<Long> instances) implements ClusterMessage {
        public Running {
            instances = List.copyOf(instances);
        }

        @Override
        public MessageType type() {
            return MessageType.RUNNING;
        }
    }

    /**
     * Asks the monitor for a unit that cannot be reached from here: {@link Looked} where it lives, its verdict where it is dead.
     */
    record Look(long instance) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.LOOK;
        }
    }

    /** The monitor has heard of that unit so long ago. */
    record Looked(long instance, long silentNanos) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.LOOKED;
        }
    }

    /**
     * A worker tells the monitor of a tessera that has come since it said {@link Hello}: another monitor may have placed it. Where the name
     * is that of another tessera by now, the answer is {@link Refused}, and it ends.
     *
     * @param named its name may be empty
     */
    record Hosting(Named named, Claim claim) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.HOSTING;
        }
    }

    /** Asks the receiver to end itself. */
    record Shutdown(String reason) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.SHUTDOWN;
        }
    }
}
