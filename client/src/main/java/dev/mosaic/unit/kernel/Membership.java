package dev.mosaic.unit.kernel;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who is there, as the monitor said.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one entry for each unit that ever was.
 */
final class Membership {
    private static final int MOST_LOSSES = 1_000;

    private final Member self;
    private final KernelOutput out;
    private final Map<Long, Member> members = new LinkedHashMap<>();
    private final Map<Long, ClusterMessage.Loss> dead = new LinkedHashMap<>();
    private final Set<Long> undialled = new HashSet<>();
    private long monitor;
    private long epoch;

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
        boolean is = uid.equals("monitor");
        monitor = is ? instance : monitor;
        return is;
    }

    /** Takes what the monitor said; gives the verdicts in it. */
    List<ClusterMessage.Loss> update(ClusterMessage.Members said) {
        if (said.epoch() < epoch) {
            return List.of();
        }
        epoch = said.epoch();
        for (Member member : said.joined()) {
            if (members.putIfAbsent(member.instance(), member) == null) {
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
        dead.put(loss.instance(), loss);
        undialled.remove(loss.instance());
        Member member = members.get(loss.instance());
        if (member != null) {
            out.lost(member, loss.reason());
        }
    }

    /** False where the unit is not known; it is dialled when it is. */
    boolean dial(long instance) {
        Member member = members.get(instance);
        if (member == null) {
            undialled.add(instance);
        } else {
            out.dial(member);
        }
        return member != null;
    }

    /** The verdicts this unit acts upon, for a monitor that is new: they are final. The last of them, where there are many. */
    List<ClusterMessage.Loss> losses() {
        List<ClusterMessage.Loss> all = List.copyOf(dead.values());
        return all.subList(Math.max(0, all.size() - MOST_LOSSES), all.size());
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

    @Nullable Member member(long instance) {
        return members.get(instance);
    }

    List<Member> living() {
        return members.values().stream()
                .filter(member -> !dead.containsKey(member.instance()))
                .toList();
    }
}
