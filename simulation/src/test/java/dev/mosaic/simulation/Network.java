package dev.mosaic.simulation;

import dev.mosaic.message.Member;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.UnitMessage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Links between processes: two lanes each, both in order, the one overtaking the other. A cut loses what is under way, the two
 * sides notice at different times, and dial again until the cut is healed, for {@value #GIVE_UP_SECONDS} s at most. A cut may be in one
 * direction only: the other still arrives, until the deaf side takes the link for broken.
 *
 * <p>Messages travel as bytes through the real codec.
 */
final class Network {
    /** As the mesh does by default. */
    private static final long GIVE_UP_SECONDS = 10;

    private static final long GIVE_UP = GIVE_UP_SECONDS * 1_000 * Schedule.MILLI;

    /** A process as the network sees it. */
    interface Peer {
        String uid();

        long instance();

        boolean isAlive();

        /** There is a link; {@code link} tells it from earlier ones to the same process. */
        void connected(Peer other, long link);

        void disconnected(Peer other);

        /** The link to that process as this one knows it: it may not have heard yet of the one there is. 0 for none. */
        long link(Peer other);

        void received(Peer from, UnitMessage message);
    }

    private record Pair(long low, long high) {
        static Pair of(Peer a, Peer b) {
            return new Pair(Math.min(a.instance(), b.instance()), Math.max(a.instance(), b.instance()));
        }
    }

    /** In which a pair was cut, in one direction or both. */
    private record Span(long from, long to) {}

    /** One direction. */
    private static final class Direction {
        private boolean up;
        private long generation;
        private final long[] lastArrival = new long[2];

        /** Until then nothing arrives; what was sent does later, where the link is still up. */
        private long deafUntil;
    }

    private final Schedule schedule;
    private final Trace trace;
    private final Map<Pair, long[]> generations = new HashMap<>();
    private final Map<Long, Map<Long, Direction>> directions = new HashMap<>();
    private final Set<Pair> cut = new HashSet<>();
    private final Map<Pair, List<Span>> cuts = new HashMap<>();
    private final Set<Pair> dialling = new HashSet<>();
    private final Set<Long> retired = new HashSet<>();
    private final Map<Pair, Long> slow = new HashMap<>();
    private final MessageWriter writer = new MessageWriter();
    private final MessageReader reader = new MessageReader();

    /** Which units are old; 0 for none. */
    Network(Schedule schedule, Trace trace) {
        this.schedule = schedule;
        this.trace = trace;
    }

    /** Opens the link, now or when it can be. */
    void dial(Peer a, Peer b) {
        Pair pair = Pair.of(a, b);
        if (isUp(pair) || isRetired(a, b) || !dialling.add(pair)) {
            return;
        }
        long begun = schedule.now();
        schedule.after(schedule.between(Schedule.MILLI / 20, 5 * Schedule.MILLI), () -> opened(pair, a, b, begun));
    }

    private boolean isRetired(Peer a, Peer b) {
        return retired.contains(a.instance()) || retired.contains(b.instance());
    }

    private boolean isUp(Pair pair) {
        long[] generation = generations.get(pair);
        return generation != null && generation[0] % 2 == 1;
    }

    private void opened(Pair pair, Peer a, Peer b, long begun) {
        dialling.remove(pair);
        if (!a.isAlive() || !b.isAlive() || isUp(pair) || isRetired(a, b)) {
            return;
        }
        boolean isCut = cut.contains(pair) || isDeaf(a, b);
        boolean isOfMonitor =
                a.uid().startsWith(Member.MONITOR) || b.uid().startsWith(Member.MONITOR); // which is dialled for ever
        if (isCut && !isOfMonitor && schedule.now() - begun > GIVE_UP) {
            trace.say("network", () -> a.uid() + " -- " + b.uid() + " given up");
            a.disconnected(b);
            b.disconnected(a);
            return;
        }
        if (isCut || direction(a, b).up || direction(b, a).up) {
            dialling.add(pair);
            schedule.after(schedule.between(5 * Schedule.MILLI, 50 * Schedule.MILLI), () -> opened(pair, a, b, begun));
            return;
        }
        long[] generation = generations.computeIfAbsent(pair, any -> new long[1]);
        generation[0]++;
        trace.say("network", () -> a.uid() + " -- " + b.uid() + " up");
        for (boolean forward : new boolean[] {true, false}) {
            Peer from = forward ? a : b;
            Peer to = forward ? b : a;
            Direction back = direction(to, from);
            back.generation = generation[0];
            long arrival = schedule.now() + delay(pair);
            Direction incoming = direction(from, to);
            incoming.lastArrival[0] = arrival;
            incoming.lastArrival[1] = arrival;
            long of = generation[0];
            schedule.at(arrival, () -> {
                if (generation[0] == of && to.isAlive()) {
                    back.up = true;
                    to.connected(from, of);
                }
            });
        }
    }

    /** Breaks the link for that long. */
    void cut(Peer a, Peer b, long nanos) {
        Pair pair = Pair.of(a, b);
        cut.add(pair);
        remember(pair, nanos);
        trace.say("network", () -> a.uid() + " -- " + b.uid() + " cut for " + nanos / Schedule.MILLI + " ms");
        breakLink(pair, a, b);
        schedule.after(nanos, () -> cut.remove(pair));
    }

    /** Nothing arrives from the one at the other for that long; what is under way does. */
    void cutOneWay(Peer from, Peer to, long nanos) {
        Pair pair = Pair.of(from, to);
        long end = schedule.now() + nanos;
        long patience = schedule.between(100 * Schedule.MILLI, 4 * Schedule.SECOND);
        trace.say(
                "network",
                () -> from.uid() + " -> " + to.uid() + " cut for " + nanos / Schedule.MILLI + " ms, one way");
        remember(pair, nanos);
        Direction direction = direction(from, to);
        direction.deafUntil = Math.max(direction.deafUntil, end);
        if (isUp(pair) && patience < nanos) {
            long of = generations.get(pair)[0];
            schedule.after(patience, () -> {
                if (generations.get(pair)[0] == of) {
                    breakLink(pair, from, to);
                }
            });
        }
    }

    private void remember(Pair pair, long nanos) {
        cuts.computeIfAbsent(pair, any -> new ArrayList<>()).add(new Span(schedule.now(), schedule.now() + nanos));
    }

    /** How long the two were cut from each other in that time until now. */
    long cutNanos(Peer a, Peer b, long time) {
        long end = schedule.now() - time;
        long sum = 0;
        for (Span span : cuts.getOrDefault(Pair.of(a, b), List.of())) { // in the order of their beginnings
            long begin = Math.max(span.from, end);
            end = Math.max(end, Math.min(span.to, schedule.now()));
            sum += Math.max(0, end - begin);
        }
        return sum;
    }

    private boolean isDeaf(Peer a, Peer b) {
        return Math.max(direction(a, b).deafUntil, direction(b, a).deafUntil) > schedule.now();
    }

    void slow(Peer a, Peer b, long nanos) {
        slow.put(Pair.of(a, b), nanos);
    }

    void heal() {
        cut.clear();
        directions.values().forEach(all -> all.values().forEach(direction -> direction.deafUntil = 0));
        slow.clear();
    }

    /**
     * Nobody dials it from now on: another has its address. A dial that has not come through by then on the dialling side fails: a unit has
     * one link for each uid, so the one that comes up last is never with the monitor before.
     */
    void retire(Peer peer, Iterable<? extends Peer> others) {
        retired.add(peer.instance());
        for (Peer other : others) {
            if (!direction(other, peer).up) {
                breakLink(Pair.of(peer, other), peer, other);
            }
        }
    }

    /** The link between the two breaks. */
    void part(Peer a, Peer b) {
        breakLink(Pair.of(a, b), a, b);
    }

    /** A process ended: its links break. */
    void ended(Peer dead, Iterable<? extends Peer> others) {
        for (Peer other : others) {
            if (!other.equals(dead)) {
                breakLink(Pair.of(dead, other), dead, other);
            }
        }
    }

    private void breakLink(Pair pair, Peer a, Peer b) {
        if (!isUp(pair)) {
            return;
        }
        generations.get(pair)[0]++;
        for (boolean forward : new boolean[] {true, false}) {
            Peer side = forward ? a : b;
            Peer other = forward ? b : a;
            long broken = direction(side, other).generation;
            schedule.after(schedule.between(0, 30 * Schedule.MILLI), () -> {
                Direction outgoing = direction(side, other);
                boolean was = outgoing.up && outgoing.generation == broken;
                outgoing.up &= !was;
                if (side.isAlive()) {
                    if (was) {
                        side.disconnected(other);
                    }
                    dial(side, other);
                }
            });
        }
    }

    private long delay(Pair pair) {
        Long extra = slow.get(pair);
        return schedule.between(Schedule.MILLI / 50, 3 * Schedule.MILLI)
                + (extra == null ? 0 : schedule.between(0, extra));
    }

    /** @param namesPlaces true where both are on one machine, so that what lies in shared memory is named */
    void send(Peer from, Peer to, UnitMessage message, boolean namesPlaces) {
        Direction outgoing = direction(from, to);
        Pair pair = Pair.of(from, to);
        long[] generation = generations.get(pair);
        if (generation == null || generation[0] != outgoing.generation || generation[0] != from.link(to)) {
            return; // broken, and the sender does not know yet
        }
        ByteBuffer bytes = writer.write(message, namesPlaces);
        byte[] first = new byte[bytes.remaining()];
        bytes.get(first);
        List<MemorySegment> further = List.copyOf(writer.outOfBand());
        long size = first.length
                + further.stream().mapToLong(MemorySegment::byteSize).sum();
        int lane = size > 700 ? 1 : 0;
        long longer = lane == 0 ? 0 : schedule.between(0, 100 * Schedule.MILLI);
        long start = Math.max(schedule.now(), outgoing.deafUntil);
        long arrival = Math.max(outgoing.lastArrival[lane], start + delay(pair) + longer);
        outgoing.lastArrival[lane] = arrival;
        long of = outgoing.generation;
        schedule.at(arrival, () -> {
            if (generation[0] == of && to.isAlive()) {
                to.received(from, read(first, further));
            }
        });
    }

    /** Large parts are copied when they arrive: what is sent may not change before that, or has a checksum. */
    private UnitMessage read(byte[] first, List<MemorySegment> further) {
        try {
            List<MemorySegment> copies = further.stream()
                    .map(part -> MemorySegment.ofArray(part.toArray(ValueLayout.JAVA_BYTE)))
                    .toList();
            return reader.read(ByteBuffer.wrap(first), copies);
        } catch (MessageFormatException wrong) {
            throw new AssertionError("the codec does not read what it wrote", wrong);
        }
    }

    private Direction direction(Peer from, Peer to) {
        return directions
                .computeIfAbsent(from.instance(), any -> new HashMap<>())
                .computeIfAbsent(to.instance(), any -> new Direction());
    }
}
