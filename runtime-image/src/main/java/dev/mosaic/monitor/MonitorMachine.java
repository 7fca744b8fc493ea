package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.placement.Placement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The monitor without its surroundings: membership with verdicts, places, names and leases.
 *
 * <p>A unit introduces itself by {@code Hello} on every link and says {@code Heartbeat} in between. It is dead when its node says
 * so ({@code Exited}), when it is silent for too long, when its node is dead, or when another instance comes with its uid. A verdict
 * is final and goes to all, the dead one too.
 *
 * <p><b>Threading:</b> its loop. <b>Cost:</b> O(units) for a join or a verdict, O(workers) for a placement. <b>Failure:</b> a new
 * monitor comes in a higher epoch and knows nothing; the units tell it who they are, what they host and what they still ask for.
 */
public final class MonitorMachine {
    private final MonitorSettings settings;
    private final MonitorOutput out;
    private final Roster roster;
    private final Places places;
    private final Enrolment enrolment;
    private final long startNanos;
    private boolean settled;

    public MonitorMachine(long now, long epoch, MonitorSettings settings, Placement placement, MonitorOutput out) {
        this.settings = settings;
        this.out = out;
        this.roster = new Roster(epoch, out);
        this.places = new Places(roster, settings, placement, out);
        this.enrolment = new Enrolment(now, roster, settings, out);
        this.startNanos = now;
    }

    /** A link is up. */
    public void connected(long now, long instance) {
        Roster.Entry entry = roster.get(instance);
        if (entry != null) {
            entry.up = true;
            entry.heardNanos = now;
        }
    }

    public void disconnected(long instance) {
        Roster.Entry entry = roster.get(instance);
        if (entry != null) {
            entry.up = false;
        }
    }

    public void received(long now, long from, ClusterMessage message) {
        if (roster.repeatsVerdict(from)) {
            return;
        }
        if (message instanceof ClusterMessage.Hello hello && hello.self().instance() == from) {
            hello(now, hello);
            return;
        }
        if (message instanceof ClusterMessage.Enrol enrol) {
            enrolment.ask(now, from, enrol.kind());
            return;
        }
        Roster.Entry entry = roster.get(from);
        if (entry == null) {
            return;
        }
        entry.heardNanos = now;
        switch (message) {
            case ClusterMessage.Heartbeat heartbeat -> {
                entry.load = heartbeat;
                places.counted(entry);
            }
            case ClusterMessage.Place place -> places.place(now, from, place);
            case ClusterMessage.Find find -> places.find(from, find);
            case ClusterMessage.Lease lease -> places.lease(from, lease.wanted());
            case ClusterMessage.Ended ended -> places.ended(ended.tessera());
            case ClusterMessage.Who who -> roster.tell(from, who.instance(), settled);
            case ClusterMessage.Exited exited -> lose(exited.instance(), exited.reason(), exited.instance() == from);
            case ClusterMessage.Hello hello -> {} // in another's name
            case ClusterMessage.Members members -> {} // these are said by monitors
            case ClusterMessage.Placed placed -> {}
            case ClusterMessage.Refused refused -> {}
            case ClusterMessage.Found found -> {}
            case ClusterMessage.Leased leased -> {}
            case ClusterMessage.Output output -> {}
            case ClusterMessage.Shutdown shutdown -> {}
            case ClusterMessage.Enrol enrol -> {} // these have no entry
            case ClusterMessage.Enrolled enrolled -> {}
            case ClusterMessage.Staff staff -> {}
        }
    }

    private void hello(long now, ClusterMessage.Hello hello) {
        Member member = hello.self();
        for (Roster.Entry other : roster.living()) {
            if (other.member.uid().equals(member.uid()) && other.member.instance() != member.instance()) {
                lose(other.member.instance(), "another instance of " + member.uid() + " has come", false);
            }
        }
        Roster.Entry known = roster.get(member.instance());
        Roster.Entry entry = known != null ? known : roster.join(member);
        boolean first = !entry.introduced;
        entry.introduced = true;
        entry.up = true;
        entry.heardNanos = now;
        entry.load = new ClusterMessage.Heartbeat(hello.tesserae(), 0, 0);
        places.learn(member.instance(), hello.named());
        places.counted(entry);
        hello.lost().forEach(loss -> {
            lose(loss.instance(), loss.reason(), false);
            roster.bury(loss);
        });
        for (Member other : hello.others()) {
            if (roster.get(other.instance()) == null && !roster.isDead(other.instance())) {
                roster.join(other).heardNanos = now;
            }
        }
        out.send(member.instance(), roster.all());
        if (first) {
            enrolment.came(member);
        }
        places.came(now, entry, first);
    }

    /** A verdict of somebody else: the shell's own node, in a cluster inside one program. */
    public void lose(long instance, String reason) {
        lose(instance, reason, false);
    }

    private void lose(long instance, String reason, boolean orderly) {
        Roster.Entry lost = roster.lose(instance, reason, orderly);
        if (lost == null) {
            return;
        }
        places.lost(lost);
        switch (lost.member.kind()) {
            case NODE -> {
                for (Roster.Entry other : roster.living()) {
                    if (other.member.node().equals(lost.member.uid())) {
                        lose(other.member.instance(), "its node was lost: " + reason, orderly);
                    }
                }
            }
            case HEAD -> {
                endWorkers();
                if (!orderly) {
                    endStore(lost.member, reason);
                }
            }
            case MONITOR, GATEWAY, WORKER, WAREHOUSE -> {}
        }
    }

    private void endStore(Member head, String reason) {
        for (Roster.Entry other : roster.living()) {
            if (other.member.node().equals(head.uid())) {
                lose(other.member.instance(), "its program was lost: " + reason, false);
            }
        }
    }

    /** Workers of programs that are over go, but for those with tesserae that have a name: these stay until dropped. */
    private void endWorkers() {
        for (Roster.Entry entry : roster.workers()) {
            long program = entry.member.program();
            if (roster.isDead(program) && !places.hasNamed(entry.member.instance())) {
                lose(entry.member.instance(), "its program has ended", true);
            }
        }
    }

    /** Every 0.1 to 1 s. */
    public void tick(long now) {
        if (!settled && now - startNanos >= settings.settleNanos()) {
            settled = true;
        }
        enrolment.tick(now);
        places.tick(now);
        endWorkers();
        for (Roster.Entry entry : roster.living()) {
            long limit = isOfProgram(entry.member) ? settings.leaseNanos() : settings.silenceNanos();
            long silence = now - entry.heardNanos;
            if (silence > limit) {
                lose(entry.member.instance(), "it was silent for " + silence / 1_000_000 + " ms" + memory(entry.load));
            }
        }
    }

    /** A head, or the store in its process: a closed laptop may come back. */
    private static boolean isOfProgram(Member member) {
        return member.kind() == Member.Kind.HEAD || member.node().startsWith(Member.Kind.HEAD.prefix() + ":");
    }

    /** A machine without memory is often one that falls silent. */
    private static String memory(ClusterMessage.Heartbeat last) {
        return last.memoryLimit() == 0
                ? ""
                : "; its memory was at " + (last.memoryUsed() >> 20) + " of " + (last.memoryLimit() >> 20)
                        + " MiB when it last spoke";
    }

    /** The living, in the order they came. */
    public List<Member> members() {
        return roster.living().stream().map(entry -> entry.member).toList();
    }

    /** Where a tessera was placed; null where it is not known. */
    public @Nullable Long workerOf(Id tessera) {
        return places.workerOf(tessera);
    }
}
