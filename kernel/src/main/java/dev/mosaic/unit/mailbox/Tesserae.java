package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.TaskBacklog;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Endings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The lives of the tesserae of a worker: expected, creating, listening, over; and who holds them.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1); a verdict looks at all.
 */
final class Tesserae {
    private record Departed(long unit, long sinceNanos, List<Carried> held) {}

    private final MailboxMachine machine;
    final Map<Id, Mailbox> mailboxes = new LinkedHashMap<>();
    private final ArrayDeque<Departed> departed = new ArrayDeque<>();
    private final Endings endings;

    /**
     * Streams that ended while an item said twice may still be on its way on the bulk lane: by caller and mailbox, the version with
     * which they ended. Kept as long as the link, with which such items go.
     */
    private final Map<Long, Map<Id, Long>> closed = new HashMap<>();

    private long monitor;

    /** Of those that came and ended since the monitor was greeted, before it listened. */
    private final List<ClusterMessage> unsaid = new ArrayList<>();

    /** Of which somebody has spoken, and which have not come. */
    final Awaited awaited;

    private int listening;

    Tesserae(MailboxMachine machine) {
        this.machine = machine;
        this.endings = new Endings(machine.links);
        this.awaited = new Awaited(machine, this);
    }

    @Nullable Mailbox get(Id id) {
        return mailboxes.get(id);
    }

    int count() {
        return listening;
    }

    int queued() {
        return sum(mailbox -> mailbox.readyRuns.size(), line -> line.queue.size());
    }

    /** Stateless tasks that wait for a permit. */
    TaskBacklog backlog(long now) {
        Mailbox pool = mailboxes.get(Id.pool(machine.links.self()));
        return pool == null || pool.readyRuns.isEmpty()
                ? TaskBacklog.NONE
                : new TaskBacklog(pool.readyRuns.size(), now - pool.readyRuns.element().arrivedNanos);
    }

    int open() {
        return sum(mailbox -> mailbox.isPool() ? 0 : 1, Line::size);
    }

    private int sum(ToIntFunction<Mailbox> ofMailbox, ToIntFunction<Line> ofLine) {
        int sum = 0;
        for (Mailbox mailbox : mailboxes.values()) {
            sum += ofMailbox.applyAsInt(mailbox);
            for (Line line : mailbox.lines.values()) {
                sum += ofLine.applyAsInt(line);
            }
        }
        return sum;
    }

    /** Those that were dropped, and have told so to all who asked: only proxies are left, which need no worker. */
    int ended() {
        int sum = 0;
        for (Mailbox mailbox : mailboxes.values()) {
            Failure failure = mailbox.failure;
            boolean isEnded = mailbox.state == Mailbox.State.OVER
                    && failure != null
                    && failure.kind() == Failure.Kind.STOPPED
                    && mailbox.underWay == 0
                    && Lives.isOver(mailbox);
            sum += isEnded && mailbox.lines.values().stream().allMatch(line -> line.size() == 0) ? 1 : 0;
        }
        return sum;
    }

    List<ClusterMessage.Named> named() {
        List<ClusterMessage.Named> named = new ArrayList<>();
        for (Mailbox mailbox : mailboxes.values()) {
            if (!mailbox.name.isEmpty() && mailbox.state != Mailbox.State.OVER) {
                named.add(named(mailbox));
            }
        }
        return named;
    }

    private ClusterMessage.Named named(Mailbox mailbox) {
        return new ClusterMessage.Named(
                mailbox.name, mailbox.id, machine.links.self(), mailbox.className, mailbox.signature);
    }

    /** Those that take room of the node. */
    List<ClusterMessage.Hosted> hosted() {
        List<ClusterMessage.Hosted> hosted = new ArrayList<>();
        for (Mailbox mailbox : mailboxes.values()) {
            if (mailbox.claim.isCounted() && mailbox.state != Mailbox.State.OVER) {
                hosted.add(new ClusterMessage.Hosted(mailbox.id, mailbox.className, mailbox.claim));
            }
        }
        return hosted;
    }

    String describe() {
        return all().stream()
                .map(each -> "; " + each.id + ' ' + each.state + " holders=" + each.holders + " running=" + each.running
                        + " unconfirmed="
                        + each.lines.values().stream().mapToInt(Line::size).sum())
                .collect(Collectors.joining());
    }

    void greeted() {
        monitor = 0;
        unsaid.clear();
    }

    void monitor(long instance) {
        monitor = instance;
        unsaid.forEach(message -> machine.links.send(monitor, message));
        unsaid.clear();
        endings.monitor(instance);
    }

    private void tellMonitor(ClusterMessage message) {
        if (monitor == 0) {
            unsaid.add(message);
        } else {
            machine.links.send(monitor, message);
        }
    }

    /** A monitor that waits for the creation keeps its room and its name until it is told, on whatever link. */
    private void tellEnded(Mailbox mailbox) {
        if (hasRoomOrName(mailbox)) {
            endings.say(monitor, mailbox.id);
        } else {
            tellMonitor(new ClusterMessage.Ended(mailbox.id));
        }
    }

    private static boolean hasRoomOrName(Mailbox mailbox) {
        return mailbox.claim.isCounted() || !mailbox.name.isEmpty();
    }

    /** It keeps its room and its name, whatever becomes of who made it, and whichever monitor it was placed by. */
    private void hasCome(Mailbox mailbox) {
        listening++;
        if (hasRoomOrName(mailbox)) {
            tellMonitor(new ClusterMessage.Hosting(named(mailbox), mailbox.claim));
        }
    }

    /** It came with a name that is another's by now. */
    void refused(ClusterMessage.Refused refused) {
        Mailbox mailbox = mailboxes.get(refused.tessera());
        if (mailbox == null || mailbox.name.isEmpty() || refused.failure().kind() != Failure.Kind.NAME) {
            return;
        }
        if (mailbox.state == Mailbox.State.CREATING || mailbox.state == Mailbox.State.LISTENING) {
            machine.kills.end(machine.now, mailbox, null, refused.failure());
            removeIfOver(mailbox);
        }
    }

    Mailbox mailboxOf(Id id) {
        Mailbox known = mailboxes.get(id);
        if (known == null) {
            known = new Mailbox(id);
            mailboxes.put(id, known);
            Failure ended = machine.lives.hasEnded(id);
            Failure gone = ended != null ? ended : machine.drain.hasMoved(id);
            if (gone != null) {
                stop(known, gone);
            } else if (!id.isPool() && machine.links.isDead(id.origin())) {
                // Its creation can never arrive.
                stop(known, Failure.of(Failure.Kind.STOPPED, "tessera=" + id + " ended with its creator"));
            } else if (!id.isPool()) {
                awaited.add(known);
            }
        }
        return known;
    }

    /** Its creation is here and waits for its turn. */
    void expected(Mailbox mailbox, StreamMessage.Create create, long creator) {
        if (mailbox.state == Mailbox.State.EXPECTED || mailbox.neverCame) {
            mailbox.neverCame = false;
            mailbox.failure = null;
            mailbox.state = Mailbox.State.CREATING;
            mailbox.madeNanos = machine.now;
            mailbox.className = create.className();
            mailbox.concurrency = Math.max(1, create.concurrency());
            mailbox.signature = create.signature();
            mailbox.name = create.name();
            mailbox.claim = create.claim();
            mailbox.holders.add(creator);
            machine.lives.expected(mailbox, create);
            hasCome(mailbox);
        }
    }

    /** It is to have another life, here. */
    Mailbox raised(Id tessera, StreamMessage.Create create) {
        Mailbox known = mailboxes.get(tessera);
        Mailbox mailbox = known != null && known.state == Mailbox.State.EXPECTED ? known : new Mailbox(tessera);
        mailboxes.put(tessera, mailbox);
        mailbox.state = Mailbox.State.CREATING;
        mailbox.madeNanos = machine.now;
        mailbox.className = create.className();
        mailbox.concurrency = Math.max(1, create.concurrency());
        mailbox.signature = create.signature();
        mailbox.name = create.name();
        mailbox.claim = create.claim();
        hasCome(mailbox);
        return mailbox;
    }

    /** True where a unit that lives has calls in it, or holds it. */
    boolean isAwaited(Mailbox mailbox) {
        return mailbox.holders.stream().anyMatch(unit -> !machine.links.isDead(unit))
                || mailbox.lines.keySet().stream().anyMatch(unit -> !machine.links.isDead(unit));
    }

    /** It can be called. */
    void listens(Mailbox mailbox) {
        if (mailbox.state == Mailbox.State.CREATING) {
            mailbox.state = Mailbox.State.LISTENING;
            List.copyOf(mailbox.lines.values()).forEach(machine.turns::offer);
        }
    }

    /** It could not be made again; nobody calls it here. Its name is still its own. */
    void notRaised(Mailbox mailbox, Failure failure) {
        listening--;
        mailbox.state = Mailbox.State.OVER;
        if (mailbox.claim.isCounted() && mailbox.name.isEmpty()) {
            tellMonitor(new ClusterMessage.Ended(mailbox.id)); // its home may be lost before it asks for another place
        }
        stop(mailbox, failure);
    }

    /** Nobody could be told how it is made; gives what to tell the creator. */
    Outcome notMade(Mailbox mailbox, Failure why) {
        Failure failure = Failure.of(
                Failure.Kind.CONSTRUCTOR, "tessera=" + mailbox.id + " was made, and could not be made again", why);
        end(mailbox, null, failure);
        return new Outcome.Failed(failure);
    }

    /** The constructor has returned or thrown; gives what to tell the creator. */
    Outcome created(Run run, Outcome outcome) {
        Mailbox mailbox = run.mailbox;
        if (outcome instanceof Outcome.Failed failed) {
            Failure failure = Failure.of(
                    Failure.Kind.CONSTRUCTOR, "constructor of tessera=" + mailbox.id + " failed", failed.failure());
            stop(mailbox, failure);
            return new Outcome.Failed(failure);
        }
        if (mailbox.life == null) {
            listens(mailbox);
        }
        return outcome;
    }

    /** Ends it at once, or when the calls under way have ended. */
    void drop(Run run) {
        Mailbox mailbox = run.mailbox;
        mailbox.dropping = run;
        afterRun(mailbox);
    }

    /** Looks whether it can end now. */
    void afterRun(Mailbox mailbox) {
        if (mailbox.isPool()) {
            return;
        }
        Run drop = mailbox.dropping;
        if (drop != null && mailbox.underWay == 0 && isQuiet(mailbox)) {
            mailbox.dropping = null;
            if (mailbox.life == null) {
                machine.outcomes.conclude(drop, Outcome.NOTHING);
            }
            end(mailbox, drop, Failure.of(Failure.Kind.STOPPED, "tessera=" + mailbox.id + " was dropped"));
        }
        endIfUnheld(mailbox);
    }

    private static boolean isQuiet(Mailbox mailbox) {
        Life life = mailbox.life;
        return life == null || life.isQuiet();
    }

    private void endIfUnheld(Mailbox mailbox) {
        Life life = mailbox.life;
        boolean held = !mailbox.holders.isEmpty()
                || !mailbox.name.isEmpty()
                || (life != null && (life.expectsHolders || !life.isQuiet()));
        if (mailbox.state == Mailbox.State.LISTENING
                && !held
                && mailbox.underWay == 0
                && mailbox.lines.values().stream().allMatch(line -> line.queue.isEmpty() && !line.hasGap())) {
            end(mailbox, null, Failure.of(Failure.Kind.STOPPED, "tessera=" + mailbox.id + " was held by nobody"));
        }
        removeIfOver(mailbox);
    }

    /** Its object can go, and its home is to know. */
    void end(Mailbox mailbox, @Nullable Run drop, Failure failure) {
        machine.out.ended(mailbox.id);
        machine.lives.ended(mailbox, drop, failure);
        stop(mailbox, failure);
    }

    /** Fails what waits, and what will come. */
    void stop(Mailbox mailbox, Failure failure) {
        if (mailbox.state == Mailbox.State.CREATING || mailbox.state == Mailbox.State.LISTENING) {
            listening--;
            tellEnded(mailbox);
        }
        mailbox.state = Mailbox.State.OVER;
        mailbox.failure = failure;
        mailbox.ready.clear();
        for (Line line : mailbox.lines.values()) {
            line.offered = false;
            for (Run run = line.queue.poll(); run != null; run = line.queue.poll()) {
                machine.cancel(run);
                machine.outcomes.conclude(run, new Outcome.Failed(failure));
            }
        }
    }

    /** It lives elsewhere: its object can go, its name and its place are those of the next life. */
    void departed(Mailbox mailbox, Failure failure) {
        machine.out.ended(mailbox.id);
        listening--;
        mailbox.state = Mailbox.State.OVER;
        stop(mailbox, failure);
    }

    List<Mailbox> all() {
        return mailboxes.values().stream().filter(mailbox -> !mailbox.isPool()).toList();
    }

    /** Forgets it, where nobody will ask again. */
    void removeIfOver(Mailbox mailbox) {
        if (mailbox.isPool()) {
            mailbox.lines.values().removeIf(line -> line.size() == 0 && machine.links.isDead(line.caller));
            return;
        }
        boolean nobody = mailbox.holders.isEmpty() && mailbox.underWay == 0;
        boolean never = mailbox.state == Mailbox.State.EXPECTED;
        if (nobody
                && (mailbox.state == Mailbox.State.OVER || never)
                && Lives.isOver(mailbox)
                && mailbox.lines.values().stream().allMatch(line -> line.size() == 0)) {
            mailboxes.remove(mailbox.id, mailbox);
            machine.lives.forget(mailbox);
        }
    }

    // ---- holders

    boolean isClosed(long from, StreamMessage item) {
        Map<Id, Long> ended = closed.get(from);
        Long version = ended == null ? null : ended.get(item.mailbox());
        return version != null && item.stream() < version;
    }

    void disconnected(long unit) {
        closed.remove(unit);
    }

    void hold(long from, ValueMessage.Hold hold) {
        if (!hold.holding() && hold.repeated()) {
            closed.computeIfAbsent(from, any -> new HashMap<>()).put(hold.tessera(), hold.version());
        }
        if (hold.holding()) {
            mailboxOf(hold.tessera()).holders.add(from);
        } else {
            Mailbox mailbox = mailboxes.get(hold.tessera());
            Line line = mailbox == null ? null : mailbox.line(from);
            boolean isOld = line != null && line.stream > hold.version(); // it holds it again, and says so after this
            if (mailbox != null && !isOld) {
                letGo(mailbox, from);
            }
        }
        machine.links.send(from, new ValueMessage.Held(hold.tessera(), hold.version()));
    }

    private void letGo(Mailbox mailbox, long unit) {
        mailbox.holders.remove(unit);
        Line line = mailbox.line(unit);
        if (line != null) {
            for (Run run : line.items()) {
                if (run.outcome instanceof Outcome.Returned returned) {
                    machine.caller.unpin(returned.value().carried());
                }
            }
            mailbox.removeLine(unit);
        }
        afterRun(mailbox);
    }

    /** Its calls end at once; its proxies count for a while, since others may have got them from it. */
    void lost(long now, long unit, List<Carried> inValues) {
        closed.remove(unit);
        List<Carried> held = new ArrayList<>(inValues);
        departed.add(new Departed(unit, now, held));
        for (Mailbox mailbox : List.copyOf(mailboxes.values())) {
            Line line = mailbox.line(unit);
            if (line != null) {
                abandon(mailbox, line, held);
            }
            for (Line other : mailbox.lines.values()) {
                for (Run run : other.items()) {
                    run.askers = run.askers.isEmpty()
                            ? run.askers
                            : new ArrayList<>(run.askers.stream()
                                    .filter(asker -> asker.unit() != unit)
                                    .toList());
                }
            }
            boolean neverMade = mailbox.state == Mailbox.State.EXPECTED
                    || (mailbox.state == Mailbox.State.CREATING && mailbox.underWay == 0 && Lives.hasNotBegun(mailbox));
            if (mailbox.id.origin() == unit && neverMade && !mailbox.isPool()) {
                stop(mailbox, Failure.of(Failure.Kind.STOPPED, "tessera=" + mailbox.id + " ended with its creator"));
            }
            afterRun(mailbox);
            removeIfOver(mailbox);
        }
    }

    /** What is inside of its outcomes stays held for a while: who has asked for those may not hold it yet. */
    private void abandon(Mailbox mailbox, Line line, List<Carried> held) {
        mailbox.removeLine(line.caller);
        mailbox.ready.remove(line);
        line.offered = true; // its head is never offered again
        line.queue.clear();
        mailbox.readyRuns.removeIf(run -> run.line == line);
        if (mailbox.dropping != null && mailbox.dropping.line == line) {
            mailbox.dropping = null;
        }
        for (Run run : line.items()) {
            run.abandoned = true;
            if (run.outcome instanceof Outcome.Returned returned) {
                held.addAll(returned.value().carried());
            }
            if (run.state == Run.State.WAITING) {
                machine.cancel(run);
                machine.caller.unpin(List.copyOf(run.pinned));
                run.pinned.clear();
            }
        }
    }

    void tick(long now) {
        awaited.tick(now);
        for (Departed first = departed.peek();
                first != null && now - first.sinceNanos >= machine.settings.graceNanos();
                first = departed.peek()) {
            departed.poll();
            machine.caller.unpin(first.held);
            for (Mailbox mailbox : List.copyOf(mailboxes.values())) {
                if (mailbox.holders.remove(first.unit)) {
                    afterRun(mailbox);
                }
            }
        }
    }
}
