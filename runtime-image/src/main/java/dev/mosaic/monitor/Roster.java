package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The units that are there, and those that are dead.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> one entry for each unit that ever was; a verdict goes to all.
 */
final class Roster {
    /** A unit as the monitor sees it. */
    static final class Entry {
        final Member member;
        long heardNanos;
        boolean up;

        /** It has come to this monitor itself; others only told of it before. */
        boolean introduced;

        ClusterMessage.Heartbeat load = new ClusterMessage.Heartbeat(0, 0, 0);

        /** Since when stateless tasks wait there for a permit; -1 while none does. */
        long backlogNanos = -1;

        /** It was asked to end: nothing new comes to it. Null where it was not. */
        ClusterMessage.@Nullable Drain drain;

        boolean isDraining() {
            return drain != null;
        }

        /** A worker as there are many, without devices of its own. */
        boolean isPlain() {
            return member.kind() == Member.Kind.WORKER && member.gpus().isEmpty();
        }

        Entry(Member member) {
            this.member = member;
        }
    }

    private final long epoch;
    private final MonitorOutput out;
    private final Map<Long, Entry> living = new LinkedHashMap<>();
    private final Map<String, Entry> byUid = new HashMap<>();
    private final Map<Long, ClusterMessage.Loss> dead = new LinkedHashMap<>();

    Roster(long epoch, MonitorOutput out) {
        this.epoch = epoch;
        this.out = out;
    }

    @Nullable Entry get(long instance) {
        return living.get(instance);
    }

    boolean isDead(long instance) {
        return dead.containsKey(instance);
    }

    /** True where the unit is dead; it is told so, since it seems not to know. */
    boolean repeatsVerdict(long instance) {
        ClusterMessage.Loss loss = dead.get(instance);
        if (loss != null) {
            out.send(instance, new ClusterMessage.Members(epoch, List.of(), List.of(loss)));
        }
        return loss != null;
    }

    List<Entry> living() {
        return List.copyOf(living.values());
    }

    /** Of that name; null for none. */
    @Nullable Entry get(String uid) {
        return byUid.get(uid);
    }

    /** The program that a unit belongs to; 0 for none. */
    long program(long instance) {
        Entry entry = living.get(instance);
        return entry == null ? 0 : Programs.of(entry.member);
    }

    /** Those that have introduced themselves. */
    List<Entry> nodes() {
        return of(entry -> entry.member.kind() == Member.Kind.NODE);
    }

    /** Of a node, with devices or without. */
    List<Entry> workersOf(String node) {
        return of(entry ->
                entry.member.kind() == Member.Kind.WORKER && entry.member.node().equals(node));
    }

    /** With devices or without. */
    List<Entry> allWorkers() {
        return of(entry -> entry.member.kind() == Member.Kind.WORKER);
    }

    /** Those that have introduced themselves, have no devices of their own, and are not about to end. */
    List<Entry> workers() {
        return of(entry -> entry.isPlain() && !entry.isDraining());
    }

    private List<Entry> of(Predicate<Entry> kind) {
        List<Entry> workers = new ArrayList<>();
        for (Entry entry : living.values()) {
            if (entry.introduced && kind.test(entry)) {
                workers.add(entry);
            }
        }
        return workers;
    }

    /** A new unit; all are told. */
    Entry join(Member member) {
        Entry entry = new Entry(member);
        living.put(member.instance(), entry);
        byUid.put(member.uid(), entry);
        out.joined(member);
        say(new ClusterMessage.Members(epoch, List.of(member), List.of()), member.instance());
        return entry;
    }

    /**
     * A verdict; all are told, the unit itself included, unless it leaves in good order. Null where it is none of the living.
     */
    @Nullable Entry lose(long instance, String reason, boolean orderly) {
        Entry entry = living.get(instance);
        if (entry == null) {
            return null;
        }
        ClusterMessage.Loss loss = new ClusterMessage.Loss(instance, reason);
        say(new ClusterMessage.Members(epoch, List.of(), List.of(loss)), orderly ? instance : 0);
        living.remove(instance);
        byUid.remove(entry.member.uid(), entry);
        dead.put(instance, loss);
        out.lost(entry.member, reason, orderly);
        return entry;
    }

    private void say(ClusterMessage message, long notTo) {
        for (Entry entry : living.values()) {
            if (entry.up && entry.member.instance() != notTo) {
                out.send(entry.member.instance(), message);
            }
        }
    }

    /** A verdict of a monitor before this one. */
    void bury(ClusterMessage.Loss loss) {
        dead.putIfAbsent(loss.instance(), loss);
    }

    /** Says what is known about an instance; nothing yet where it may still introduce itself. */
    void tell(long to, long instance, boolean settled) {
        Entry entry = living.get(instance);
        if (entry != null) {
            out.send(to, new ClusterMessage.Members(epoch, List.of(entry.member), List.of()));
        } else if (settled || dead.containsKey(instance)) {
            ClusterMessage.Loss loss = dead.computeIfAbsent(
                    instance, any -> new ClusterMessage.Loss(instance, "it was gone before this monitor came"));
            out.send(to, new ClusterMessage.Members(epoch, List.of(), List.of(loss)));
        }
    }

    /** Everything, for a unit that may have missed something. */
    ClusterMessage.Members all() {
        List<Member> members = new ArrayList<>();
        living.values().forEach(entry -> members.add(entry.member));
        return new ClusterMessage.Members(epoch, members, List.copyOf(dead.values()));
    }
}
