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
     */
    record Hello(Member self, int tesserae, List<Named> named, List<Loss> lost, List<Member> others)
            implements ClusterMessage {
        public Hello {
            named = List.copyOf(named);
            lost = List.copyOf(lost);
            others = List.copyOf(others);
        }

        @Override
        public MessageType type() {
            return MessageType.HELLO;
        }
    }

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
     * @param memoryUsed since version 2, from nodes: bytes of memory that the machine, or its cgroup, has in use; 0 where it is not said
     * @param memoryLimit since version 2: and may have
     */
    record Heartbeat(int tesserae, int queued, int running, long memoryUsed, long memoryLimit)
            implements ClusterMessage {
        /** Without a word about memory. */
        public Heartbeat(int tesserae, int queued, int running) {
            this(tesserae, queued, running, 0, 0);
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
     */
    record Place(Id tessera, String className, long signature, String name, long wish) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.PLACE;
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

    /** A worker tells the monitor that a tessera has ended, so that its name is free. */
    record Ended(Id tessera) implements ClusterMessage {
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

    /** Asks the receiver to end itself. */
    record Shutdown(String reason) implements ClusterMessage {
        @Override
        public MessageType type() {
            return MessageType.SHUTDOWN;
        }
    }
}
