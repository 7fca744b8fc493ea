package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
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
 * <p>A unit that may have missed something says whom it holds for living, and is told of these which are dead. So of the dead only the
 * last are kept and told unasked.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> one entry for each unit that is there, and for each of the last {@value #MOST_DEAD}
 * that are dead; a verdict goes to all.
 */
final class Roster {
    /** A unit as the monitor sees it. */
    static final class Entry {
        final Member member;
        long heardNanos;

        /** When its node last saw its process run; meaningless before {@link #isSeen}. */
        long seenNanos;

        boolean isSeen;
        boolean up;

        /** It has come to this monitor itself; others only told of it before. */
        boolean introduced;

        ClusterMessage.Heartbeat load = new ClusterMessage.Heartbeat(0, 0, 0);

        /** Since when there is always a stateless task that waits there; -1 while none does. */
        long backlogNanos = -1;

        /** Since when the oldest of them waits. */
        long oldestNanos;

        /**
         * The instance of its node, or of the program whose store it is; 0 where that has not come to this monitor itself. A name is
         * given again once its unit is dead, so a unit is not of every instance that has the name of its node.
         */
        long host;

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

        void says(long now, ClusterMessage.Heartbeat heartbeat) {
            load = heartbeat;
            oldestNanos = now - heartbeat.backlog().waitedNanos();
            backlogNanos = heartbeat.backlog().count() == 0 ? -1 : backlogNanos < 0 ? now : backlogNanos;
        }
    }

    private static final int MOST_DEAD = 10_000;
    private static final int MOST_TOLD = 1_000;

    private long epoch;
    private final MonitorOutput out;
    private final Map<Long, Entry> living = new LinkedHashMap<>();
    private final Map<String, Entry> byUid = new HashMap<>();
    private final LinkedHashMap<Long, ClusterMessage.Loss> dead = new LinkedHashMap<>();

    Roster(long epoch, MonitorOutput out) {
        this.epoch = epoch;
        this.out = out;
    }

    long epoch() {
        return epoch;
    }

    /** A unit has heard of another monitor with that epoch: this one came later, so it goes above. */
    void heardOf(long other) {
        epoch = other >= epoch ? other + 1 : epoch;
    }

    @Nullable Entry get(long instance) {
        return living.get(instance);
    }

    boolean isDead(long instance) {
        return dead.containsKey(instance);
    }

    /** True where this monitor has known it, and does not any more: it is dead, and that is so long ago that its verdict is forgotten. */
    boolean hasForgotten(ClusterMessage.Hello hello) {
        long instance = hello.self().instance();
        boolean isGone = hello.isKnown() && !living.containsKey(instance);
        if (isGone) {
            bury(new ClusterMessage.Loss(instance, "it was lost long ago"));
            repeatsVerdict(instance);
        }
        return isGone;
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

    /** Stateless tasks of a program that wait, in workers and with whoever made them, by what these said last. */
    Want backlog(long now, long program, int missing, String reason) {
        int count = 0;
        long since = now;
        for (Entry entry : living.values()) {
            if (entry.load.backlog().count() > 0 && Programs.of(entry.member) == program) {
                count += entry.load.backlog().count();
                since = Math.min(since, entry.oldestNanos);
            }
        }
        return Want.of(Math.max(1, count), missing, Resources.ofCpus(1), since, reason);
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
        Entry named = byUid.get(member.uid());
        if (named == null || !named.introduced) {
            byUid.put(member.uid(), entry); // of two instances the one that has come itself has the name
        }
        out.joined(member);
        say(new ClusterMessage.Members(epoch, List.of(member), List.of()), member.instance());
        return entry;
    }

    /** It has come to this monitor itself, before those that it hosts or after them. */
    void introduced(Entry entry) {
        entry.introduced = true;
        byUid.put(entry.member.uid(), entry);
        Entry host = byUid.get(entry.member.node());
        if (host != null && host.introduced) {
            entry.host = host.member.instance();
        }
        if (entry.member.kind() == Member.Kind.NODE || entry.member.kind() == Member.Kind.PROGRAM) {
            for (Entry other : living.values()) {
                if (other.introduced && other.host == 0 && other.member.node().equals(entry.member.uid())) {
                    other.host = entry.member.instance();
                }
            }
        }
    }

    /** Those that end with it. One that has come itself is not of a node of which others have only told. */
    List<Entry> hostedBy(Member host) {
        List<Entry> hosted = new ArrayList<>();
        for (Entry entry : living.values()) {
            boolean isOfThis = entry.host == host.instance() || (entry.host == 0 && !entry.introduced);
            if (isOfThis && entry.member.node().equals(host.uid())) {
                hosted.add(entry);
            }
        }
        return hosted;
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
        bury(loss);
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

    /** A verdict, of this monitor or of one before. */
    void bury(ClusterMessage.Loss loss) {
        dead.putIfAbsent(loss.instance(), loss);
        if (dead.size() > MOST_DEAD) {
            dead.pollFirstEntry();
        }
    }

    /** Says what is known about an instance; nothing yet where it may still introduce itself. */
    void tell(long to, long instance, boolean settled) {
        Entry entry = living.get(instance);
        if (entry != null) {
            out.send(to, new ClusterMessage.Members(epoch, List.of(entry.member), List.of()));
        } else if (settled || dead.containsKey(instance)) {
            bury(new ClusterMessage.Loss(instance, "it was gone before this monitor came"));
            tellDead(to, instance);
        }
    }

    private void tellDead(long to, long instance) {
        ClusterMessage.Loss loss = dead.get(instance);
        if (loss != null) {
            out.send(to, new ClusterMessage.Members(epoch, List.of(), List.of(loss)));
        }
    }

    /** Says how long a unit is silent that cannot be reached from there, or that it is dead; nothing of one that is not known. */
    void look(long now, long to, long instance) {
        Entry entry = living.get(instance);
        if (entry != null) {
            out.send(to, new ClusterMessage.Looked(instance, Math.max(0, now - entry.heardNanos)));
        } else {
            tellDead(to, instance);
        }
    }

    /** All the living, and the verdicts that a unit may have missed: those on whom it holds for living, and the last ones. */
    ClusterMessage.Members all(List<Member> believed) {
        List<Member> members = new ArrayList<>();
        living.values().forEach(entry -> members.add(entry.member));
        Map<Long, ClusterMessage.Loss> missed = new LinkedHashMap<>();
        for (Member member : believed) {
            ClusterMessage.Loss loss = dead.get(member.instance());
            if (loss != null) {
                missed.put(member.instance(), loss);
            }
        }
        dead.sequencedValues().reversed().stream()
                .limit(MOST_TOLD)
                .forEach(loss -> missed.putIfAbsent(loss.instance(), loss));
        return new ClusterMessage.Members(epoch, members, List.copyOf(missed.values()));
    }
}
