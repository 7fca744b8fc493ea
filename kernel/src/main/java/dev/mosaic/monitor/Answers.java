package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import java.util.HashMap;
import java.util.Map;

/**
 * What those hear who want a place and have none: why not yet, or that it can never be.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> that of a reason for each kind of claim that waits.
 */
final class Answers {
    /** Of each kind that waits, so many are told of another reason. */
    private static final int TOLD = 16;

    private final MonitorOutput out;
    private final Queue queue;
    private final Names names;
    private final Outlook outlook;
    private final Demand demand;
    private Map<Queue.Kind, String> told = new HashMap<>();

    Answers(Parts parts, Demand demand) {
        this.out = parts.out();
        this.queue = parts.queue();
        this.names = parts.names();
        this.outlook = parts.outlook();
        this.demand = demand;
    }

    void explain(Waiting entry) {
        Failure reason = Failure.of(Failure.Kind.WORKER_LOST, demand.reason(entry));
        out.send(entry.asker(), new ClusterMessage.Refused(entry.question().tessera(), false, reason));
    }

    void refuseForEver(long asker, Id tessera, String why) {
        out.send(asker, new ClusterMessage.Refused(tessera, true, Reservations.never(why)));
    }

    /** True where another tessera has the name: it gets no place. */
    boolean refuseTaken(long asker, ClusterMessage.Place question) {
        ClusterMessage.Named holder = names.get(question.name());
        if (holder == null || holder.tessera().equals(question.tessera())) {
            return false;
        }
        refuseTaken(asker, question.tessera(), holder);
        return true;
    }

    void refuseTaken(long asker, Id tessera, ClusterMessage.Named holder) {
        sayTaken(asker, tessera, true, holder);
    }

    /**
     * That another one has the name.
     *
     * @param forEver whether that is the answer to the question for a place
     */
    void sayTaken(long asker, Id tessera, boolean forEver, ClusterMessage.Named holder) {
        Failure taken = Failure.of(
                Failure.Kind.NAME,
                "name=" + holder.name() + " is taken by tessera=" + holder.tessera() + " of class="
                        + holder.className());
        out.send(asker, new ClusterMessage.Refused(tessera, forEver, taken));
    }

    /** Who waits is told where the reason is another one than before: the first few of each kind. */
    void explainAgain() {
        Map<Queue.Kind, String> reasonsNow = new HashMap<>();
        for (Queue.Group group : queue.groups()) {
            Queue.Kind kind =
                    new Queue.Kind(group.first().program(), group.first().kind());
            String reason = demand.reason(group.first());
            reasonsNow.put(kind, reason);
            if (!reason.equals(told.get(kind))) {
                queue.like(group.first(), TOLD).forEach(this::explain);
            }
        }
        told = reasonsNow;
    }

    /** All that are like this one, where what they want can never be. */
    void refuseImpossible(Waiting first) {
        String never = outlook.never(first.question().claim());
        while (!never.isEmpty()) {
            Waiting each = queue.firstLike(first);
            if (each == null) {
                return;
            }
            queue.remove(each.question().tessera());
            refuseForEver(each.asker(), each.question().tessera(), never);
        }
    }
}
