package dev.mosaic.unit.kernel;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.unit.links.Epochs;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who is there, as the monitor said.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one entry for each unit that is there, and for each of the last {@value #MOST_LOSSES} that
 * are dead.
 */
final class Membership {
    private static final int MOST_LOSSES = 1_000;

    /** @param member null where it was never heard of */
    private record Late(ClusterMessage.Loss loss, @Nullable Member member) {}

    private final Member self;
    private final KernelOutput out;
    private final Map<Long, Member> members = new LinkedHashMap<>();
    private final LinkedHashMap<Long, Late> dead = new LinkedHashMap<>();
    private final Set<Long> undialled = new HashSet<>();

    /** They have a link with this unit, and the monitor has not told of them: they may be dead. */
    private final Set<Long> strangers = new HashSet<>();

    private final Epochs epochs = new Epochs();
    private long monitor;

    Membership(Member self, KernelOutput out) {
        this.self = self;
        this.out = out;
        members.put(self.instance(), self);
    }

    long monitor() {
        return monitor;
    }

    /** True for a monitor; the one that came last is the one to listen to. */
    boolean isMonitor(String uid, long instance) {
        boolean is = uid.equals(Member.MONITOR);
        monitor = is ? instance : monitor;
        return is;
    }

    /** What a monitor on a new link has to know of monitors, and of this unit. */
    Epochs epochs() {
        return epochs;
    }

    /** A unit has a link with this one. Where it is not known, the monitor is asked for it. */
    void linked(long instance) {
        if (!members.containsKey(instance)) {
            strangers.add(instance);
        }
    }

    void unlinked(long instance) {
        strangers.remove(instance);
    }

    /** Takes what the monitor said; gives the verdicts in it. */
    List<ClusterMessage.Loss> update(ClusterMessage.Members said) {
        if (!epochs.heeds(monitor, said.epoch())) {
            return List.of();
        }
        for (Member member : said.joined()) {
            if (!dead.containsKey(member.instance()) && members.putIfAbsent(member.instance(), member) == null) {
                strangers.remove(member.instance());
                out.joined(member);
                if (undialled.remove(member.instance())) {
                    out.dial(member);
                }
            }
        }
        for (ClusterMessage.Loss loss : said.lost()) {
            if (loss.instance() == self.instance()) {
                out.excluded(loss.reason());
            }
        }
        return said.lost();
    }

    /** All that depended on it was told. */
    void buried(ClusterMessage.Loss loss) {
        undialled.remove(loss.instance());
        strangers.remove(loss.instance());
        Member member = loss.instance() == self.instance() ? null : members.remove(loss.instance());
        if (member != null || !dead.containsKey(loss.instance())) {
            dead.put(loss.instance(), new Late(loss, member));
        }
        if (dead.size() > MOST_LOSSES) {
            dead.pollFirstEntry();
        }
        if (member != null) {
            out.lost(member, loss.reason());
        }
    }

    /** False where the unit is not known; it is dialled when it is. */
    boolean dial(long instance) {
        Member member = members.get(instance);
        if (member == null) {
            undialled.add(instance); // of one that died long ago the monitor says so
        } else {
            out.dial(member);
        }
        return member != null;
    }

    /** The verdicts this unit acts upon, for a monitor that is new: they are final. The last of them, where there are many. */
    List<ClusterMessage.Loss> losses() {
        return dead.values().stream().map(Late::loss).toList();
    }

    /** The living but for this unit, for a monitor that is new: whom it has not heard of it cannot miss. */
    List<Member> others() {
        return living().stream()
                .filter(member -> member.instance() != self.instance())
                .toList();
    }

    /** Units that were named and are not known. */
    List<Long> unknown() {
        return List.copyOf(undialled);
    }

    /** Units that have come and are not known. */
    List<Long> strangers() {
        return List.copyOf(strangers);
    }

    /** Of one that died long ago null, too. */
    @Nullable Member member(long instance) {
        Late late = dead.get(instance);
        return late == null ? members.get(instance) : late.member();
    }

    /** What is told to callers: which unit it was, and the reason. */
    String why(ClusterMessage.Loss loss) {
        Member member = member(loss.instance());
        return member == null ? loss.reason() : member.uid() + ", " + loss.reason();
    }

    List<Member> living() {
        return List.copyOf(members.values());
    }
}
