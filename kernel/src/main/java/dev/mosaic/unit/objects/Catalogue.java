package dev.mosaic.unit.objects;

import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the home knows of tesserae that can have more than one life: how each is made and its last state ({@link Descriptions}), which life
 * is the highest, where that is, and who is to be told ({@link Whereabouts}). When the worker of that life is dead, or has it no more, the
 * next one begins, at a place that the monitor names.
 *
 * <p>All that a life says is compared with the highest incarnation when it would begin to count, and refused where it is of a life before.
 * What is said of durable lives counts when it is kept ({@link Records}).
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> one record, and an entry for the arguments, for each such tessera; an entry for its
 * state. A verdict looks at all. <b>Failure:</b> where there is no next life, those who ask for it are told why.
 */
final class Catalogue {
    private static final int MARKS = 100_000;
    private static final long ASK_AGAIN_NANOS = 1_000_000_000L;

    /** Workers that live tell a new home what they have within this time. */
    private static final long SETTLE_NANOS = 3_000_000_000L;

    private final StoreMachine machine;
    private final Map<Id, Life> lives = new LinkedHashMap<>();
    private final Map<Id, Failure> over = new LinkedHashMap<>();
    final Records records;
    final Descriptions descriptions;
    final Whereabouts whereabouts;
    final Unraised unraised;
    final Ends ends;
    private final Adoptions adoptions;

    /** Lives whose worker was lost before this home was settled: another worker may be about to tell of the next one. */
    private final Set<Life> lostEarly = new LinkedHashSet<>();

    private long settledNanos = Long.MIN_VALUE;

    Catalogue(StoreMachine machine) {
        this.machine = machine;
        this.records = new Records(machine);
        this.descriptions = new Descriptions(machine, this);
        this.whereabouts = new Whereabouts(machine, this);
        this.ends = new Ends(machine, this);
        this.unraised = new Unraised(machine, this);
        this.adoptions = new Adoptions(machine, this);
    }

    @Nullable Life life(Id tessera) {
        return lives.get(tessera);
    }

    void put(Life life) {
        lives.put(life.tessera, life);
    }

    boolean isHere(Life life) {
        return life.equals(lives.get(life.tessera));
    }

    /** It is not to be made again after all. */
    void forget(Life life) {
        lives.remove(life.tessera);
        release(life);
        records.end(life);
    }

    /** Another home has kept something of it since: here it counts no more. Its entries are that one's. */
    void isElsewhere(Id tessera) {
        lives.remove(tessera);
    }

    boolean isOver(Id tessera) {
        return over.containsKey(tessera);
    }

    @Nullable Failure whyOver(Id tessera) {
        return over.get(tessera);
    }

    // ---- a home that comes back

    /** It was there before, and its entries were {@link StoreMachine#found}. */
    void found(LifeRecord record) {
        Life life = record.life(machine.now);
        for (Id part : life.parts) {
            life.isBroken |= !descriptions.hold(part);
        }
        life.isBroken |= life.state != null && !descriptions.hold(life.state);
        put(life);
        records.found(record);
        if (life.phase == Life.Phase.RETURNED) {
            machine.home.dial(life.worker);
        }
        if (life.program != 0) {
            machine.home.dial(life.program); // a monitor that is new says of no program by itself that it is dead
        }
    }

    /** Its worker says that it lives there, as was thought. */
    void confirm(Life life, long worker) {
        boolean isAwaited = life.phase == Life.Phase.RETURNED || life.phase == Life.Phase.RAISING;
        if (isAwaited && life.worker == worker) {
            lives(life);
        }
    }

    private void lives(Life life) {
        life.phase = Life.Phase.LIVING;
        life.rested = 0;
        life.unmade = 0;
        life.isNameTaken = false;
        life.unreached.clear();
        life.mayLiveThere = false;
        whereabouts.tellSeekers(life);
        List.copyOf(life.holders).forEach(unit -> whereabouts.tellHolder(life, unit));
    }

    /** Nobody has described it: what its worker knows of that life goes on, else it begins there. */
    private void raiseAgain(Life life) {
        if (life.isBroken) {
            end(
                    life,
                    Failure.of(
                            Failure.Kind.WORKER_LOST,
                            "tessera=" + life.tessera + " has come back without what it was made of"));
        } else if (life.phase == Life.Phase.RETURNED) {
            life.phase = Life.Phase.RAISING;
            life.mayLiveThere = true;
            raise(life);
        }
    }

    /** All that live have said so by now. */
    boolean isSettled() {
        return machine.now >= settledNanos;
    }

    /** The tessera of that name; null where there is none that has several lives. */
    @Nullable Life named(String name) {
        return lives.values().stream()
                .filter(life -> life.create.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** How it is, for its program. */
    LifeMessage.Standing standing(Life life) {
        return new LifeMessage.Standing(
                life.phase == Life.Phase.LIVING ? life.worker : Carried.HOME,
                life.incarnation,
                life.number,
                life.keptNanos == Life.NOT_KNOWN ? -1 : (machine.now - life.keptNanos) / 1_000_000);
    }

    /** Lives between two workers that would end with this home. */
    int moving() {
        return (int) lives.values().stream().filter(Life::isMoving).count();
    }

    int open() {
        return lives.size() + descriptions.open() + whereabouts.open() + records.open();
    }

    String describe() {
        StringBuilder text = new StringBuilder();
        lives.values().forEach(life -> text.append("; ").append(life.words()));
        return text.toString();
    }

    void received(long from, LifeMessage message) {
        if (!machine.isHome()) {
            return;
        }
        begin();
        switch (message) {
            case LifeMessage.Describe describe -> descriptions.describe(from, describe);
            case LifeMessage.Keep keep -> descriptions.keep(from, keep);
            case LifeMessage.Raised raised -> raised(from, raised);
            case LifeMessage.Over end -> over(from, end);
            case LifeMessage.Depart depart -> depart(from, depart);
            case LifeMessage.Seek seek -> whereabouts.seek(from, seek);
            case LifeMessage.Adopt adopt -> adoptions.adopt(from, adopt);
            case LifeMessage.Adopted answer -> {} // these are for units
            case LifeMessage.Retire answer -> {}
            case LifeMessage.Noted answer -> {}
            case LifeMessage.Raise answer -> {}
            case LifeMessage.Alive answer -> {}
            case LifeMessage.Gone answer -> {}
            case LifeMessage.Moving answer -> {}
        }
    }

    private void begin() {
        if (settledNanos == Long.MIN_VALUE) {
            settledNanos = machine.now + Math.min(SETTLE_NANOS, machine.settings.waitNanos());
        }
    }

    void note(long to, Id tessera, long incarnation, long number, @Nullable Failure failure) {
        machine.links.send(to, new LifeMessage.Noted(tessera, incarnation, number, failure, true));
    }

    static Failure old(Id tessera) {
        return Failure.of(Failure.Kind.STOPPED, "tessera=" + tessera + " has another life, or none");
    }

    static boolean isCurrent(@Nullable Life life, long incarnation, long worker) {
        return life != null
                && life.incarnation == incarnation
                && life.worker == worker
                && life.phase != Life.Phase.PLACING
                && life.phase != Life.Phase.PASSIVE;
    }

    /** Nothing of how it is made is kept any more. */
    void release(Life life) {
        life.parts.forEach(part -> records.release(life, part));
        life.parts = List.of();
        Id state = life.state;
        life.state = null;
        if (state != null) {
            records.release(life, state);
        }
    }

    void release(Id ref) {
        descriptions.release(ref);
    }

    // ---- the next life

    private void next(Life life, boolean isRestart) {
        if (advance(life, isRestart)) {
            askForPlace(life);
        }
    }

    /** From now on nothing that the life before says counts; false where there is none after it. */
    private boolean advance(Life life, boolean isRestart) {
        if (isRestart) {
            Failure none = noRestart(life);
            if (none != null) {
                endOrStay(life, none);
                return false;
            }
            life.restarts++;
        }
        life.before = life.worker;
        life.mayBeginThere = false;
        life.incarnation++;
        life.number = 0;
        life.retires = false;
        life.mayLiveThere = false;
        life.phase = Life.Phase.PLACING;
        return true;
    }

    /** What is durable does not end with its program: another may take it over. */
    private void endOrStay(Life life, Failure failure) {
        if (life.isDurable() && isProgramOver(life)) {
            var _ = advance(life, false);
            stay(life, failure);
        } else {
            end(life, failure);
        }
    }

    private boolean isProgramOver(Life life) {
        return life.program != 0 && machine.links.isDead(life.program);
    }

    private @Nullable Failure noRestart(Life life) {
        int most = life.create.terms().maxRestarts();
        String words = lost(life);
        Failure failure = null;
        if (isProgramOver(life)) {
            failure = Failure.of(Failure.Kind.WORKER_LOST, words + ", and its program has ended");
        } else if (!life.create.terms().allowsAfter(life.restarts)) {
            failure = Failure.of(
                    Failure.Kind.WORKER_LOST, words + ", restarts=" + life.restarts + " maxRestarts=" + most);
        }
        return failure == null || life.lastFailure == null
                ? failure
                : Failure.of(failure.kind(), failure.what(), life.lastFailure);
    }

    private static String lost(Life life) {
        return "worker of tessera=" + life.tessera + " was lost";
    }

    void askForPlace(Life life) {
        life.askedNanos = machine.now;
        StreamMessage.Create create = life.create;
        machine.out.tellMonitor(new ClusterMessage.Replace(
                life.program,
                life.before,
                new ClusterMessage.Place(
                        life.tessera, create.className(), create.signature(), create.name(), 0, create.claim())));
    }

    void placed(ClusterMessage.Placed placed) {
        Life life = lives.get(placed.tessera());
        if (life == null || life.phase != Life.Phase.PLACING) {
            return;
        }
        boolean wasUnreached = life.unreached.contains(placed.worker());
        if (wasUnreached && unraised.isStillUnreached(life, placed.worker())) {
            life.before = placed.worker(); // by and by another one is asked for
            return;
        }
        if (!wasUnreached && !life.mayBeginThere && placed.worker() == life.before) {
            return;
        }
        if (machine.links.isDead(placed.worker())) {
            askForPlace(life);
            return;
        }
        life.worker = placed.worker();
        life.phase = Life.Phase.RAISING;
        records.changeAtLast(life, () -> raise(life));
    }

    void refused(ClusterMessage.Refused refused) {
        Life life = lives.get(refused.tessera());
        if (life == null) {
            return;
        }
        life.isNameTaken |= refused.failure().kind() == Failure.Kind.NAME;
        if (life.phase != Life.Phase.PLACING || !refused.forEver()) {
            return;
        }
        if (life.rested > 0) {
            stay(life, refused.failure()); // there may be room for it another day
        } else {
            end(life, refused.failure());
        }
    }

    /** Its worker was not reached, and it has not begun. That is no restart. */
    void goElsewhere(Life life) {
        next(life, false);
    }

    /** No worker is asked before it is kept that it is the one. */
    void raise(Life life) {
        life.askedNanos = machine.now;
        if (isHere(life) && life.phase == Life.Phase.RAISING && records.hasPlace(life)) {
            machine.links.send(life.worker, life.raise());
            life.mayLiveThere |= machine.links.isUp(life.worker);
            whereabouts.tellSeekers(life);
        }
    }

    private void raised(long from, LifeMessage.Raised said) {
        Life life = lives.get(said.tessera());
        boolean isOfIt = life != null && life.incarnation == said.incarnation() && life.worker == from;
        Failure failure = said.failure();
        if (life == null || !isOfIt) {
            boolean isOld = life != null || over.containsKey(said.tessera());
            note(from, said.tessera(), said.incarnation(), 0, failure == null && isOld ? old(said.tessera()) : null);
            return;
        }
        note(from, said.tessera(), said.incarnation(), 0, null);
        if (life.phase != Life.Phase.RAISING && life.phase != Life.Phase.RETURNED) {
            return;
        }
        if (failure == null) {
            lives(life);
        } else {
            notRaised(life, failure);
        }
    }

    /** It is tried again, after a while, elsewhere where there is another worker; not where what it is made of is gone. */
    private void notRaised(Life life, Failure failure) {
        life.lastFailure = failure;
        Failure root = failure;
        for (Failure cause = root.cause(); cause != null; cause = root.cause()) {
            root = cause;
        }
        if (failure.kind() == Failure.Kind.ARGUMENT && root.kind() == Failure.Kind.OBJECT_LOST) {
            end(life, Failure.of(Failure.Kind.WORKER_LOST, lost(life) + ", and with it what it was made of", failure));
            return;
        }
        if (advance(life, true)) {
            life.mayBeginThere = true;
            life.askedNanos = machine.now;
        }
    }

    private void depart(long from, LifeMessage.Depart said) {
        Life life = lives.get(said.tessera());
        if (life != null && isCurrent(life, said.incarnation(), from)) {
            rest(life); // who holds it lets go of it there, wherever it goes on, and whenever
            if (!said.passive()) {
                wake(life);
            }
        } else if (life == null) {
            whereabouts.left(from, said.tessera());
            if (said.passive()) {
                sayPassive(from, new ClusterMessage.Named("", said.tessera(), Carried.HOME, "", 0));
            }
        } else if (life.phase == Life.Phase.PASSIVE) {
            life.soughtNanos = machine.now; // it is still held where it lived, by somebody who has not heard
        }
        noteLast(from, said.tessera(), said.incarnation());
    }

    /** What it became is kept by then. */
    private void noteLast(long to, Id tessera, long incarnation) {
        records.whenKeptAtLast(tessera, () -> note(to, tessera, incarnation, LifeMessage.LAST, null));
    }

    // ---- lives that nobody calls

    private void rest(Life life) {
        life.restedFrom = life.worker;
        var _ = advance(life, false);
        restHere(life);
        sayPassive(life);
        records.changeAtLast(life, () -> whereabouts.tellSeekers(life));
    }

    private void restHere(Life life) {
        life.phase = Life.Phase.PASSIVE;
        life.worker = Carried.HOME;
        life.rested = life.incarnation;
        life.restedNanos = machine.now;
        life.unsure.addAll(life.holders);
    }

    void sayPassive(Life life) {
        StreamMessage.Create create = life.create;
        sayPassive(
                life.before,
                new ClusterMessage.Named(
                        create.name(), life.tessera, Carried.HOME, create.className(), create.signature()));
    }

    /** What it took in that worker is free, also where the home that knew it did not live to say so. */
    private void sayPassive(long notAt, ClusterMessage.Named named) {
        machine.out.tellMonitor(new ClusterMessage.Passive(notAt, named));
    }

    /** A monitor that is new knows no names of those that are nowhere, and of no ends. */
    void monitor() {
        ends.sayAgain();
        lives.values().forEach(life -> life.isNameTaken = false); // it says so again where that is so
        lives.values().stream().filter(life -> life.phase == Life.Phase.PASSIVE).forEach(this::sayPassive);
    }

    /** It is to go on elsewhere, with other code. */
    void retire(Life life) {
        life.retires = true;
        if (life.phase == Life.Phase.LIVING) {
            life.askedNanos = machine.now;
            machine.links.send(life.worker, new LifeMessage.Retire(life.tessera, life.incarnation));
        }
    }

    void wake(Life life) {
        if (isProgramOver(life)) {
            stayOrEnd(life, endedWithProgram(life));
        } else {
            next(life, false);
        }
    }

    /** One with a name stays, since another program may take it over. */
    private void stayOrEnd(Life life, Failure failure) {
        if (life.isDurable() || (life.rested > 0 && !life.create.name().isEmpty())) {
            stay(life, failure);
        } else {
            end(life, failure);
        }
    }

    /** It is not woken now. */
    private void stay(Life life, Failure failure) {
        if (life.rested == 0) {
            restHere(life);
        }
        life.phase = Life.Phase.PASSIVE;
        life.worker = Carried.HOME;
        sayPassive(life);
        whereabouts.tellGone(life, true, failure);
        records.changeAtLast(life, () -> whereabouts.tellSeekers(life));
    }

    private static Failure endedWithProgram(Life life) {
        return Failure.of(
                Failure.Kind.WORKER_LOST, "tessera=" + life.tessera + " was passive, and its program has ended");
    }

    /** Calls are for lives that are somewhere. A drop ends one that is not. */
    void called(long from, StreamMessage item) {
        Life life = lives.get(item.mailbox());
        boolean isDrop = item instanceof StreamMessage.Drop;
        Failure gone = over.get(item.mailbox());
        Outcome outcome;
        if (isDrop && life != null && life.phase == Life.Phase.PASSIVE) {
            end(life, Failure.of(Failure.Kind.STOPPED, "tessera=" + life.tessera + " was dropped"));
            outcome = Outcome.NOTHING;
        } else if (life == null && gone != null) {
            boolean isDone = isDrop && gone.kind() == Failure.Kind.STOPPED;
            outcome = isDone ? Outcome.NOTHING : new Outcome.Failed(gone);
        } else {
            outcome = Outcome.failed(Failure.Kind.MOVED, "tessera=" + item.mailbox() + " lives elsewhere");
        }
        ReplyMessage.Done done = new ReplyMessage.Done(item.task(), item.mailbox(), item.number(), outcome);
        if (isDrop) {
            records.whenKeptAtLast(item.mailbox(), () -> machine.links.send(from, done));
        } else {
            machine.links.send(from, done);
        }
    }

    /** Nothing a dead unit held counts any longer. */
    void buried(long unit) {
        lives.values().forEach(life -> Whereabouts.letGo(life, unit));
    }

    private boolean isUnheld(Life life) {
        boolean isUnheld = life.phase == Life.Phase.PASSIVE
                && !canBeFound(life)
                && life.holders.isEmpty()
                && life.seekers.isEmpty()
                && machine.now - Math.max(life.restedNanos, life.soughtNanos) > machine.settings.graceNanos();
        return isUnheld && hasHeardOfHolders(life);
    }

    /** By its name. What is durable is not ended because another one has that: who has its state may want it. */
    private static boolean canBeFound(Life life) {
        return !life.create.name().isEmpty() && (!life.isNameTaken || life.isDurable());
    }

    /** The worker where it lived would have said by now that it is still held there. */
    private boolean hasHeardOfHolders(Life life) {
        boolean hasHeard =
                life.restedFrom == 0 || machine.links.isDead(life.restedFrom) || machine.links.isUp(life.restedFrom);
        if (!hasHeard) {
            machine.home.dial(life.restedFrom);
        }
        return hasHeard;
    }

    // ---- the end

    private void over(long from, LifeMessage.Over said) {
        Life life = lives.get(said.tessera());
        boolean isOld = life != null && !isCurrent(life, said.incarnation(), from);
        if (isOld) {
            note(from, said.tessera(), said.incarnation(), LifeMessage.LAST, old(said.tessera()));
            return;
        }
        if (life != null) {
            end(life, said.failure());
        } else {
            mark(said.tessera(), said.failure());
        }
        noteLast(from, said.tessera(), said.incarnation());
    }

    void end(Life life, Failure failure) {
        lives.remove(life.tessera);
        mark(life.tessera, failure);
        release(life);
        records.end(life);
        records.whenKeptAtLast(life.tessera, () -> whereabouts.tellGone(life, true, failure));
        ends.say(life.tessera, true);
    }

    private void mark(Id tessera, Failure failure) {
        over.putIfAbsent(tessera, failure);
        if (over.size() > MARKS) {
            over.remove(over.keySet().iterator().next());
        }
    }

    // ---- links, verdicts, time

    void connected(long unit) {
        unraised.connected(unit);
        for (Life life : lives.values()) {
            if (life.phase == Life.Phase.RAISING && life.worker == unit) {
                raise(life);
            }
            if (life.holders.contains(unit)) {
                whereabouts.tellHolder(life, unit);
            }
            if (life.restedFrom == unit) {
                life.soughtNanos = machine.now;
            }
        }
    }

    void lost(long unit) {
        whereabouts.lost(unit);
        for (Life life : List.copyOf(lives.values())) {
            life.seekers.remove(unit);
            if (life.worker != unit || life.phase == Life.Phase.PLACING) {
                continue;
            }
            if (life.phase == Life.Phase.LIVING && !life.isDurable() && !isSettled()) {
                lostEarly.add(life);
            } else if (isRaisedThere(life) && ++life.unmade >= LifeTerms.MOST_UNMADE) {
                stayUnmade(life);
            } else {
                next(life, true);
            }
        }
    }

    /** Its worker was told to make it, and has not. */
    private static boolean isRaisedThere(Life life) {
        return life.phase == Life.Phase.RAISING && life.mayLiveThere;
    }

    /** What is durable is tried again when it is called. */
    private void stayUnmade(Life life) {
        Failure failure = LifeTerms.unmade(life.tessera);
        if (life.isDurable()) {
            var _ = advance(life, false);
            stay(life, failure);
        } else {
            end(life, failure);
        }
    }

    private void goOnWithThoseLostEarly() {
        List<Life> lost = List.copyOf(lostEarly);
        lostEarly.clear();
        for (Life life : lost) {
            if (isHere(life) && life.phase == Life.Phase.LIVING && machine.links.isDead(life.worker)) {
                next(life, true);
            }
        }
    }

    void tick() {
        begin();
        if (!lostEarly.isEmpty() && isSettled()) {
            goOnWithThoseLostEarly();
        }
        for (Life life : List.copyOf(lives.values())) {
            if (isUnheld(life)) {
                end(life, Failure.of(Failure.Kind.STOPPED, "tessera=" + life.tessera + " was held by nobody"));
                continue;
            }
            whereabouts.tellHolders(life);
            boolean isLate = machine.now - life.askedNanos > ASK_AGAIN_NANOS;
            boolean isAwaited = life.phase == Life.Phase.RETURNED || life.isBroken;
            if (isAwaited && isSettled()) {
                raiseAgain(life);
            } else if (life.phase == Life.Phase.RAISING && isLate) {
                raise(life); // it may not have known yet who is the home
            } else if (life.phase == Life.Phase.PLACING && isLate) {
                Failure ended = isProgramOver(life) ? noRestart(life) : null;
                if (ended == null) {
                    askForPlace(life);
                } else {
                    stayOrEnd(life, ended);
                }
            } else if (life.retires && isLate) {
                retire(life);
            }
        }
        unraised.tick(lives.values());
        whereabouts.tick();
        records.tick();
    }
}
