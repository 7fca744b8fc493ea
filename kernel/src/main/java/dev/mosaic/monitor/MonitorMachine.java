package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Demand;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.placement.Placement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The monitor without its surroundings: membership with verdicts, places, names and leases.
 *
 * <p>A unit introduces itself by {@code Hello} on every link and says {@code Heartbeat} in between. It is dead when its node says
 * so ({@code Exited}), when it is silent for too long, when its node is dead, or when another instance comes with its uid. A verdict
 * is final and goes to all, the dead one too. A worker whose process its node sees run ({@code Running}) is slow, not dead, however long it
 * is silent: its JVM may stand still in native code, in a collection, or for want of memory.
 *
 * <p><b>Threading:</b> its loop. <b>Cost:</b> O(units) for a join or a verdict, O(log units) for a
 * placement and for a heartbeat. <b>Failure:</b> a new
 * monitor knows nothing; the units tell it who they are, what they host, what they still ask for, and the epoch that it has to be above.
 */
public final class MonitorMachine {
    /** What uids of heads begin with that serve declared tesserae. */
    private static final String SERVING = "service:";

    private static final long BACKLOG_NANOS = 1_000_000_000L;

    /** Units that said of themselves that they are drained, and have not introduced themselves yet. */
    private static final int MOST_ANNOUNCED = 1_000;

    private final LinkedHashMap<Long, ClusterMessage.Drain> announced = new LinkedHashMap<>();

    private final MonitorSettings settings;
    private final MonitorOutput out;
    private final Roster roster;
    private final Places places;
    private final Enrolment enrolment;
    private final Idleness idleness;
    private final long startNanos;
    private long lastNanos;
    private boolean settled;
    private long changes;

    public MonitorMachine(long now, long epoch, MonitorSettings settings, Placement placement, MonitorOutput out) {
        this.settings = settings;
        this.out = out;
        this.roster = new Roster(epoch, out);
        this.idleness = new Idleness(now, roster);
        this.places = new Places(Parts.of(now, epoch, roster, settings, placement, idleness, out));
        this.enrolment = new Enrolment(now, roster, settings, out);
        this.startNanos = now;
        this.lastNanos = now;
    }

    /** A link is up. Its unit is told nothing before it has introduced itself there: it takes what it is told for the answer to that. */
    public void connected(long now, long instance) {
        Roster.Entry entry = roster.get(instance);
        if (entry != null) {
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
        handle(now, from, message);
        idleness.passed(now);
    }

    private void handle(long now, long from, ClusterMessage message) {
        lastNanos = now;
        ClusterMessage.Hello hello =
                message instanceof ClusterMessage.Hello said && said.self().instance() == from ? said : null;
        if (hello != null) {
            roster.heardOf(hello.epoch()); // one that is dead, too, heeds only who is above
        }
        if (roster.repeatsVerdict(from)) {
            return;
        }
        if (hello != null) {
            hello(now, hello);
            return;
        }
        if (message instanceof ClusterMessage.Enrol enrol) {
            enrolment.ask(now, from, enrol.kind());
            return;
        }
        if (message instanceof ClusterMessage.Survey survey) {
            out.send(from, survey(now, survey.request()));
            return;
        }
        Roster.Entry entry = roster.get(from);
        if (entry == null) {
            if (message instanceof ClusterMessage.Drain drain && drain.instance() == from) {
                announced(drain);
            }
            return;
        }
        entry.heardNanos = now;
        noticed(entry, message);
        switch (message) {
            case ClusterMessage.Heartbeat heartbeat -> {
                entry.says(now, heartbeat);
                places.counted(entry);
            }
            case ClusterMessage.Place place -> places.place(now, from, place);
            case ClusterMessage.Replace replace -> replace(now, from, replace);
            case ClusterMessage.Passive passive -> places.passive(now, from, passive);
            case ClusterMessage.Hosting hosting -> places.hosting(entry, hosting);
            case ClusterMessage.Find find -> places.find(from, find);
            case ClusterMessage.Lease lease -> lease(from, lease);
            case ClusterMessage.Book book -> places.book(now, from, book);
            case ClusterMessage.Ended ended -> places.ended(now, entry, ended);
            case ClusterMessage.Who who -> roster.tell(from, who.instance(), settled);
            case ClusterMessage.Look look -> roster.look(now, from, look.instance());
            case ClusterMessage.Running running -> running(now, entry, running.instances());
            case ClusterMessage.Exited exited -> exited(now, from, exited);
            case ClusterMessage.Hello _ -> {} // in another's name
            case ClusterMessage.Members _, ClusterMessage.Placed _ -> {} // these are said by monitors
            case ClusterMessage.Refused _ -> {}
            case ClusterMessage.Looked _, ClusterMessage.Found _, ClusterMessage.Leased _ -> {}
            case ClusterMessage.Output _, ClusterMessage.Shutdown _ -> {}
            case ClusterMessage.Enrol _, ClusterMessage.Enrolled _ -> {} // these have no entry
            case ClusterMessage.Staff _, ClusterMessage.Equip _, ClusterMessage.Booked _ -> {}
            case ClusterMessage.Survey _, ClusterMessage.Surveyed _ -> {}
            case ClusterMessage.Query _, ClusterMessage.QueryResult _ -> {} // for its shell
            case ClusterMessage.Drain drain -> drain(now, from, drain);
        }
    }

    /** A home may never have heard that the program is dead: the monitor that said so was replaced. */
    private void replace(long now, long home, ClusterMessage.Replace question) {
        long program = question.program();
        if (program != 0 && roster.get(program) == null) {
            roster.tell(home, program, settled);
        }
        if (!roster.isDead(program)) {
            places.replace(now, home, question);
        }
    }

    /** A node sees these processes of its own run. */
    private void running(long now, Roster.Entry node, List<Long> instances) {
        for (long instance : instances) {
            Roster.Entry worker = roster.get(instance);
            if (worker != null && worker.member.node().equals(node.member.uid())) {
                worker.seenNanos = now;
                worker.isSeen = true;
            }
        }
    }

    /** Whether that may make another {@link #state}. Heartbeats that say the same do not, and they are most of what comes. */
    private void noticed(Roster.Entry from, ClusterMessage message) {
        boolean isNews = switch (message) {
            case ClusterMessage.Heartbeat heartbeat -> !saysTheSame(from.load, heartbeat);
            case ClusterMessage.Running running -> false;
            case ClusterMessage.Look look -> false;
            default -> true;
        };
        if (isNews) {
            changes++;
            if (from.member.kind() == Member.Kind.WORKER && message instanceof ClusterMessage.Heartbeat) {
                idleness.touched(from.member.node());
            }
        }
    }

    private static boolean saysTheSame(ClusterMessage.Heartbeat before, ClusterMessage.Heartbeat now) {
        return before.tesserae() == now.tesserae()
                && before.queued() == now.queued()
                && before.running() == now.running()
                && before.backlog().count() == now.backlog().count();
    }

    /** Where tasks come and go again between two heartbeats, this tells of them. */
    private void lease(long from, ClusterMessage.Lease lease) {
        places.leases().nodesOf(from).forEach(idleness::touched);
        places.leases().lease(from, lease.wanted());
        places.leases().nodesOf(from).forEach(idleness::touched);
    }

    /**
     * Has a node drained: nothing is placed there from now on, what can live elsewhere moves.
     *
     * @param node its uid, or the host that it alone is at
     * @param deadlineNanos what is still there then fails
     * @param onlyIfIdle where it is busy, nothing happens
     */
    public DrainAnswer drain(long now, String node, long deadlineNanos, boolean onlyIfIdle) {
        List<Roster.Entry> found = roster.nodes().stream()
                .filter(entry ->
                        entry.member.uid().equals(node) || host(entry.member).equals(node))
                .toList();
        if (found.size() != 1) {
            return new DrainAnswer.Unknown(
                    found.isEmpty()
                            ? "no node is node=" + node
                            : "several nodes are at host=" + node + ", say the uid");
        }
        Roster.Entry entry = found.getFirst();
        Use use = places.demand().uses().getOrDefault(entry.member.uid(), Use.NONE);
        if (onlyIfIdle && !use.isNone() && !entry.isDraining()) {
            return new DrainAnswer.Busy(entry.member.uid() + " has " + use.words());
        }
        if (!entry.isDraining()) {
            changes++;
            drain(now, 0, new ClusterMessage.Drain(entry.member.instance(), deadlineNanos));
            idleness.passed(now);
        }
        return new DrainAnswer.Accepted();
    }

    /** From now on these are the kinds of nodes that may be added, each with what it would offer. */
    public void announce(long now, List<Resources> kinds) {
        changes++;
        places.announce(now, kinds);
    }

    /** Grows with whatever may make another {@link #state}. */
    public long changes() {
        return changes;
    }

    /** What somebody has to know who adds nodes and takes them away. */
    public ClusterState state(long now) {
        Map<String, Use> uses = places.demand().uses();
        List<ClusterState.NodeState> nodes = new ArrayList<>();
        for (Roster.Entry node : roster.nodes()) {
            Use use = uses.getOrDefault(node.member.uid(), Use.NONE);
            nodes.add(new ClusterState.NodeState(
                    node.member.uid(),
                    host(node.member),
                    !use.isNone(),
                    use.isNone() ? idleness.ofNode(node.member.uid()) : 0,
                    use.words(),
                    node.isDraining(),
                    node.member.offersWithGpus(),
                    node.isDraining() ? Resources.NONE : places.demand().free(node)));
        }
        List<Want> wants = wants(now);
        int programs = programs();
        boolean busy =
                programs > 0 || !wants.isEmpty() || !uses.values().stream().allMatch(Use::isNone);
        return new ClusterState(
                roster.epoch(),
                settled,
                programs,
                busy,
                busy ? 0 : idleness.ofCluster(),
                wants.stream()
                        .filter(want -> want.missing() > 0)
                        .map(Want::wanted)
                        .toList(),
                nodes);
    }

    /** Those that serve what is declared are the head's own. */
    private int programs() {
        return (int) roster.living().stream()
                .filter(entry -> entry.introduced && entry.member.kind() == Member.Kind.PROGRAM)
                .filter(entry -> !entry.member.uid().startsWith(SERVING))
                .count();
    }

    /** Where its pod, or its machine, is. */
    private static String host(Member node) {
        String endpoint = node.endpointFrom("elsewhere");
        int from = endpoint.indexOf("://") + 3;
        int to = endpoint.lastIndexOf(':');
        boolean isTcp = endpoint.startsWith("tcp://") && to > from;
        return isTcp ? endpoint.substring(from, to).replaceAll("[\\[\\]]", "") : "";
    }

    /** One that this monitor has never met is dead, too: who tells of it later, or its own late greeting, does not bring it back. */
    private void exited(long now, long from, ClusterMessage.Exited exited) {
        if (roster.get(exited.instance()) == null) {
            roster.bury(new ClusterMessage.Loss(exited.instance(), exited.reason()));
        } else {
            lose(now, exited.instance(), exited.reason(), exited.instance() == from);
        }
    }

    /** A unit that is being drained says so before it introduces itself to a new monitor: nothing is placed there in between. */
    private void announced(ClusterMessage.Drain drain) {
        announced.put(drain.instance(), drain);
        if (announced.size() > MOST_ANNOUNCED) {
            announced.pollFirstEntry();
        }
    }

    /** Whoever asks for it: the unit is told, and with a node all its workers are. */
    private void drain(long now, long from, ClusterMessage.Drain drain) {
        Roster.Entry unit = roster.get(drain.instance());
        if (unit == null) {
            return;
        }
        touchedBy(unit);
        unit.drain = drain;
        if (from != drain.instance()) {
            out.send(drain.instance(), drain);
        }
        if (unit.member.kind() == Member.Kind.NODE) {
            for (Roster.Entry worker : roster.workersOf(unit.member.uid())) {
                drain(now, from, new ClusterMessage.Drain(worker.member.instance(), drain.deadlineNanos()));
            }
        }
        places.drained(now, unit);
    }

    /** It said so before, or its node is: a worker may come to a new monitor after its node has. */
    private void drains(Roster.Entry entry) {
        ClusterMessage.Drain said = announced.remove(entry.member.instance());
        Roster.Entry node = roster.get(entry.host);
        if (said != null) {
            entry.drain = said;
        } else if (entry.drain == null && node != null && node.drain != null) {
            entry.drain = new ClusterMessage.Drain(entry.member.instance(), node.drain.deadlineNanos());
        }
    }

    /** It keeps its node, or the cluster, in use. */
    private void touchedBy(Roster.Entry unit) {
        switch (unit.member.kind()) {
            case WORKER -> idleness.touched(unit.member.node());
            case PROGRAM -> idleness.touched();
            case NODE, MONITOR, GATEWAY, WAREHOUSE -> {}
        }
    }

    private void hello(long now, ClusterMessage.Hello hello) {
        if (roster.hasForgotten(hello)) {
            return;
        }
        changes++;
        Member member = hello.self();
        Roster.Entry other = roster.get(member.uid());
        if (other != null && other.member.instance() != member.instance()) {
            lose(now, other.member.instance(), "another instance of " + member.uid() + " has come", false);
        }
        Roster.Entry known = roster.get(member.instance());
        Roster.Entry entry = known != null ? known : roster.join(member);
        boolean first = !entry.introduced;
        roster.introduced(entry);
        drains(entry);
        if (member.kind() == Member.Kind.NODE) {
            idleness.came(member.uid());
        }
        touchedBy(entry);
        entry.up = true;
        entry.heardNanos = now;
        entry.says(
                now,
                new ClusterMessage.Heartbeat(
                        hello.tesserae(), 0, 0, TaskBacklog.NONE, entry.load.memoryUsed(), entry.load.memoryLimit()));
        places.joined(now, entry);
        places.learn(now, entry, hello.named(), hello.hosted());
        places.counted(entry);
        hello.lost().forEach(loss -> {
            lose(now, loss.instance(), loss.reason(), false);
            roster.bury(loss);
        });
        for (Member told : hello.others()) {
            if (roster.get(told.instance()) == null && !roster.isDead(told.instance())) {
                roster.join(told).heardNanos = now;
                if (isFormerWarehouse(told)) {
                    lose(now, told.instance(), "another instance of " + told.uid() + " has come", false);
                }
            }
        }
        out.send(member.instance(), roster.all(hello.others()));
        if (first) {
            enrolment.came(member);
        }
        ClusterMessage.Drain drain = entry.drain;
        if (drain != null) {
            out.send(member.instance(), drain); // it may not have heard of that
        }
        places.came(now, entry, first);
    }

    /**
     * A warehouse that ended with the monitor before, and that a unit still holds for alive: nobody is to look for the home there. Names of
     * warehouses are those of their places, so the one that has come itself is the later one.
     */
    private boolean isFormerWarehouse(Member told) {
        Roster.Entry present = roster.get(told.uid());
        return told.kind() == Member.Kind.WAREHOUSE
                && told.uid().startsWith("warehouse:")
                && present != null
                && present.introduced
                && present.member.instance() != told.instance();
    }

    /** A verdict of somebody else: the shell's own node, in a cluster inside one program. */
    public void lose(long instance, String reason) {
        lose(lastNanos, instance, reason, false);
        idleness.passed(lastNanos);
    }

    private void lose(long now, long instance, String reason, boolean orderly) {
        Roster.Entry lost = roster.lose(instance, reason, orderly);
        if (lost == null) {
            return;
        }
        changes++;
        touchedBy(lost);
        places.lost(now, lost);
        if (lost.member.kind() == Member.Kind.NODE && roster.get(lost.member.uid()) == null) {
            idleness.lost(lost.member.uid());
        }
        switch (lost.member.kind()) {
            case NODE -> {
                loseOf(now, lost.member, EnumSet.of(Member.Kind.WORKER), reason, orderly);
                loseOf(now, lost.member, EnumSet.allOf(Member.Kind.class), reason, orderly);
            }
            case PROGRAM -> {
                endWorkers(now);
                if (!orderly) {
                    endStore(now, lost.member, reason);
                }
            }
            case MONITOR, GATEWAY, WORKER, WAREHOUSE -> {}
        }
    }

    private void loseOf(long now, Member node, Set<Member.Kind> kinds, String reason, boolean orderly) {
        for (Roster.Entry other : roster.hostedBy(node)) {
            if (kinds.contains(other.member.kind())) {
                lose(now, other.member.instance(), "its node was lost: " + reason, orderly);
            }
        }
    }

    private void endStore(long now, Member head, String reason) {
        roster.hostedBy(head)
                .forEach(store -> lose(now, store.member.instance(), "its program was lost: " + reason, false));
    }

    /** Workers of programs that are over go, but for those with tesserae that have a name: these stay until dropped. */
    private void endWorkers(long now) {
        for (Roster.Entry entry : roster.allWorkers()) {
            long program = entry.member.program();
            if (roster.isDead(program) && !places.hasNamed(entry.member.instance())) {
                lose(now, entry.member.instance(), "its program has ended", true);
            }
        }
    }

    /** Every 0.1 to 1 s. */
    public void tick(long now) {
        lastNanos = now;
        if (!settled && now - startNanos >= settings.settleNanos()) {
            settled = true;
            changes++;
        }
        enrolment.tick(now);
        look();
        places.tick(now).forEach(worker -> lose(now, worker, "nobody needs its devices any more", true));
        endWorkers(now);
        for (Roster.Entry entry : roster.living()) {
            if (now - entry.heardNanos > limit(now, entry) && !goesWithItsNode(now, entry)) {
                long millis = (now - entry.heardNanos) / 1_000_000;
                lose(now, entry.member.instance(), "it was silent for " + millis + " ms" + memory(entry.load), false);
            }
        }
        idleness.passed(now);
    }

    /**
     * The store of a machine is in the process of its node. Where both are silent it waits for the verdict of the node, which ends its workers
     * before it: their calls fail since the worker is lost, not since the store is that they were reading from.
     */
    private boolean goesWithItsNode(long now, Roster.Entry silent) {
        Roster.Entry node = silent.member.kind() == Member.Kind.WAREHOUSE ? roster.get(silent.member.node()) : null;
        return node != null && now - node.heardNanos > settings.silenceNanos() / 2;
    }

    /** How long it may be silent. */
    private long limit(long now, Roster.Entry entry) {
        if (isOfProgram(entry.member) || settings.inside().test(entry.member)) {
            return settings.leaseNanos();
        }
        boolean runs = entry.isSeen && now - entry.seenNanos <= settings.silenceNanos();
        return runs ? Long.MAX_VALUE : settings.silenceNanos();
    }

    /** What goes on is in use until now, and what waits may be another now. */
    private void look() {
        places.demand().uses().forEach((node, use) -> {
            if (!use.isNone()) {
                idleness.touched(node);
            }
        });
        boolean isWaiting =
                places.demand().isWaiting() || roster.living().stream().anyMatch(entry -> entry.backlogNanos >= 0);
        if (isWaiting || programs() > 0) {
            idleness.touched();
        }
        changes += isWaiting ? 1 : 0;
    }

    /** A head, or the store in its process: a closed laptop may come back. */
    private static boolean isOfProgram(Member member) {
        return member.kind() == Member.Kind.PROGRAM || member.node().startsWith(Member.Kind.PROGRAM.prefix() + ":");
    }

    /** A machine without memory is often one that falls silent. */
    private static String memory(ClusterMessage.Heartbeat last) {
        return last.memoryLimit() == 0
                ? ""
                : "; its memory was at " + (last.memoryUsed() >> 20) + " of " + (last.memoryLimit() >> 20)
                        + " MiB when it last spoke";
    }

    /** What finds no place now, and why. */
    public List<Demand> demand(long now) {
        return wants(now).stream().map(want -> want.demand(now)).toList();
    }

    private List<Want> wants(long now) {
        List<Want> wants = new ArrayList<>(places.demand().wants(now));
        Map<Long, Integer> tasks = new LinkedHashMap<>();
        for (Roster.Entry worker : roster.workers()) {
            if (worker.backlogNanos >= 0 && now - worker.backlogNanos >= BACKLOG_NANOS) {
                tasks.merge(worker.member.program(), worker.load.backlog().count(), Integer::sum);
            }
        }
        tasks.forEach((program, count) -> wants.add(roster.backlog(
                now,
                program,
                Math.max(count, places.leases().missing(program)),
                "tasks wait for a worker that is free")));
        return wants;
    }

    /** What there is, and what finds no place. */
    public ClusterMessage.Surveyed survey(long now, long request) {
        return new ClusterMessage.Surveyed(request, units(), demand(now));
    }

    private List<ClusterMessage.UnitLoad> units() {
        return roster.living().stream()
                .map(entry -> new ClusterMessage.UnitLoad(
                        entry.member,
                        entry.load.tesserae(),
                        entry.load.queued(),
                        entry.load.running(),
                        places.demand().used(entry)))
                .toList();
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
