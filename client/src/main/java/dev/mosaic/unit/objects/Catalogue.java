package dev.mosaic.unit.objects;

import dev.mosaic.message.Carried;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Need;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the home knows of tesserae that can have more than one life: how each is made, its last state, which life is the highest and
 * where that is. When the worker of that life is dead, or has it no more, the next one begins, at a place that the monitor
 * names.
 *
 * <p>Arguments and states are entries of the store, which this holds. All that a life says is compared with the highest incarnation
 * when it would begin to count, and refused where it is of a life before.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> one record, and an entry for the arguments, for each such tessera; an entry for its
 * state. A verdict looks at all. <b>Failure:</b> where there is no next life, those who ask for it are told why.
 */
final class Catalogue {
    private static final long NOT_KNOWN = Long.MIN_VALUE;
    private static final int MARKS = 100_000;
    private static final long ASK_AGAIN_NANOS = 1_000_000_000L;

    /** Workers that live tell a new home what they have within this time. */
    private static final long SETTLE_NANOS = 3_000_000_000L;

    /** Where the highest life is in its course. */
    enum Phase {
        LIVING,
        /** The monitor was asked for a place. */
        PLACING,
        /** A worker was asked for it. */
        RAISING,
        /** It lives nowhere, until somebody calls it. */
        PASSIVE
    }

    /** A tessera. */
    static final class Life {
        final Id tessera;
        long incarnation;
        int restarts;
        long program;
        StreamMessage.Create create;
        Phase phase = Phase.LIVING;

        /** Where the highest life is, or is to be. */
        long worker;

        /** Where it was before. */
        long before;

        /** The entry of the arguments, and those of needs that are values. */
        List<Id> parts = List.of();

        /** Entries that are not stored yet. */
        int unstored;

        @Nullable Id state;

        /** Of the last snapshot of this life. */
        long number;

        /** When the state was kept; {@link #NOT_KNOWN} for none. */
        long keptNanos = NOT_KNOWN;

        @Nullable Failure lastFailure;

        long askedNanos;

        /** Who asks for the next life, and where it is not to be. */
        final Map<Long, Long> seekers = new LinkedHashMap<>(2);

        // ---- while it is passive, and until it lives again

        /** As which life of it the home is held; 0 where that is not. */
        long rested;

        long restedNanos;

        /** Who holds it here. They are told where it lives, and let go here. */
        final Set<Long> holders = new LinkedHashSet<>(2);

        /** Those of them who held it here when it was passive before, and have not said since whether they do. */
        final Set<Long> unsure = new LinkedHashSet<>(0);

        long toldNanos;

        // ---- of one that was taken over

        /** It was asked to leave the worker with the code before. */
        boolean retires;

        /** The question by which it was taken over last; null for none. */
        @Nullable Id adoptedAs;

        private Life(Id tessera, StreamMessage.Create create) {
            this.tessera = tessera;
            this.create = create;
        }
    }

    private record Seeker(long unit, LifeMessage.Seek question) {}

    private final StoreMachine machine;
    private final Map<Id, Life> lives = new LinkedHashMap<>();
    private final Map<Id, Failure> over = new LinkedHashMap<>();
    private final Map<Id, Consumer<@Nullable Failure>> storing = new LinkedHashMap<>();
    private final Set<Seeker> early = new LinkedHashSet<>();
    /** Of those that this home knows nothing of: the worker that has it no more. */
    private final Map<Id, Long> left = new LinkedHashMap<>();

    private long settledNanos = Long.MIN_VALUE;
    private long lastEntry;
    private final Adoptions adoptions;
    private boolean monitorKnowsPassive;

    Catalogue(StoreMachine machine) {
        this.machine = machine;
        this.adoptions = new Adoptions(machine, this);
    }

    /** All that live have said so by now. */
    boolean isSettled() {
        return machine.now >= settledNanos;
    }

    /** The tessera of that name; null where there is none that has several lives. */
    @Nullable Life named(String name) {
        for (Life life : lives.values()) {
            if (life.create.name().equals(name)) {
                return life;
            }
        }
        return null;
    }

    /** How it is, for its program. */
    LifeMessage.Standing standing(Life life) {
        return new LifeMessage.Standing(
                life.phase == Phase.LIVING ? life.worker : Carried.HOME,
                life.incarnation,
                life.number,
                life.keptNanos == NOT_KNOWN ? -1 : (machine.now - life.keptNanos) / 1_000_000);
    }

    int open() {
        return lives.size() + storing.size() + early.size();
    }

    String describe() {
        StringBuilder text = new StringBuilder();
        for (Life life : lives.values()) {
            text.append("; ").append(life.tessera).append(" incarnation=").append(life.incarnation);
            text.append(' ').append(life.phase).append(" at=").append(Long.toHexString(life.worker));
            text.append(" seekers=").append(life.seekers).append(" holders=").append(life.holders);
        }
        return text.toString();
    }

    void received(long from, LifeMessage message) {
        if (!machine.isHome()) {
            return;
        }
        begin();
        switch (message) {
            case LifeMessage.Describe describe -> describe(from, describe);
            case LifeMessage.Keep keep -> keep(from, keep);
            case LifeMessage.Raised raised -> raised(from, raised);
            case LifeMessage.Over end -> over(from, end);
            case LifeMessage.Depart depart -> depart(from, depart);
            case LifeMessage.Seek seek -> seek(from, seek);
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

    private void note(long to, Id tessera, long incarnation, long number, @Nullable Failure failure) {
        machine.links.send(to, new LifeMessage.Noted(tessera, incarnation, number, failure, monitorKnowsPassive));
    }

    private static Failure old(Id tessera) {
        return Failure.of(Failure.Kind.STOPPED, "tessera=" + tessera + " has another life, or none");
    }

    // ---- how it is made

    private void describe(long from, LifeMessage.Describe said) {
        Id tessera = said.tessera();
        Life known = lives.get(tessera);
        boolean isOld = over.containsKey(tessera) || (known != null && known.incarnation > said.incarnation());
        if (isOld) {
            note(from, tessera, said.incarnation(), 0, old(tessera));
            return;
        }
        if (known != null && known.incarnation == said.incarnation()) {
            if (known.unstored == 0) {
                note(from, tessera, said.incarnation(), 0, null);
            }
            return;
        }
        Life life = new Life(tessera, said.create());
        life.incarnation = said.incarnation();
        life.restarts = said.restarts();
        life.program = said.program();
        life.worker = from;
        if (known != null) {
            life.seekers.putAll(known.seekers);
            release(known);
        }
        lives.put(tessera, life);
        store(life);
        tellSeekers(life);
    }

    /** Arguments become entries; the first of the needs is then that of the encoded ones. */
    private void store(Life life) {
        List<Need> needs = new ArrayList<>();
        List<Id> parts = new ArrayList<>();
        List<Payload> payloads = new ArrayList<>();
        add(life.create.arguments(), needs, parts, payloads);
        for (Need need : life.create.needs()) {
            if (need.known() instanceof Outcome.Returned(Payload value) && !value.equals(Payload.EMPTY)) {
                add(value, needs, parts, payloads);
            } else {
                needs.add(need);
            }
        }
        life.create = life.create.with(needs, Payload.EMPTY);
        life.parts = List.copyOf(parts);
        life.unstored = parts.size();
        for (int i = 0; i < parts.size(); i++) {
            put(parts.get(i), "arguments", payloads.get(i), failure -> described(life, failure));
        }
    }

    void add(Payload payload, List<Need> needs, List<Id> parts, List<Payload> payloads) {
        Id ref = new Id(machine.links.self(), ++lastEntry);
        needs.add(Need.entry(ref));
        parts.add(ref);
        payloads.add(payload);
    }

    void put(Id ref, String label, Payload payload, Consumer<@Nullable Failure> whenStored) {
        storing.put(ref, whenStored);
        machine.puts.put(machine.links.self(), new ObjectMessage.Put(ref, label, 0, payload));
    }

    /** An entry of this catalogue is stored, or could not be. */
    void stored(Id ref, @Nullable Failure failure) {
        Consumer<@Nullable Failure> whenStored = storing.remove(ref);
        if (whenStored != null) {
            whenStored.accept(failure);
        }
    }

    private void described(Life life, @Nullable Failure failure) {
        if (!isHere(life)) {
            return;
        }
        if (failure != null) {
            lives.remove(life.tessera);
            release(life);
            note(life.worker, life.tessera, life.incarnation, 0, failure);
            tellGone(life, false, failure);
        } else if (--life.unstored == 0 && life.phase == Phase.LIVING) {
            note(life.worker, life.tessera, life.incarnation, 0, null);
        }
    }

    boolean isHere(Life life) {
        return life.equals(lives.get(life.tessera));
    }

    private void release(Life life) {
        life.parts.forEach(this::release);
        life.parts = List.of();
        Id state = life.state;
        life.state = null;
        if (state != null) {
            release(state);
        }
    }

    void release(Id ref) {
        Entry entry = machine.entries.get(ref);
        if (entry != null) {
            entry.holders.remove(machine.links.self());
            machine.home.eraseIfUnheld(entry);
        }
    }

    // ---- its state

    private void keep(long from, LifeMessage.Keep said) {
        Id tessera = said.tessera();
        Life life = lives.get(tessera);
        if (life == null && !over.containsKey(tessera)) {
            return; // it is described first, and then said again
        }
        if (!isCurrent(life, said.incarnation(), from)) {
            note(from, tessera, said.incarnation(), said.number(), old(tessera));
            return;
        }
        Life current = java.util.Objects.requireNonNull(life);
        if (said.number() <= current.number) {
            note(from, tessera, said.incarnation(), said.number(), null);
            return;
        }
        Id ref = new Id(machine.links.self(), ++lastEntry);
        put(ref, "state", said.state(), failure -> kept(from, said, ref, failure));
    }

    /** The new state counts if its life is still the highest, and it is the newest of that. */
    private void kept(long from, LifeMessage.Keep said, Id ref, @Nullable Failure failure) {
        Life life = lives.get(said.tessera());
        if (failure != null) {
            note(from, said.tessera(), said.incarnation(), said.number(), failure);
            return;
        }
        if (life == null || !isCurrent(life, said.incarnation(), from)) {
            release(ref);
            note(from, said.tessera(), said.incarnation(), said.number(), old(said.tessera()));
            return;
        }
        if (said.number() > life.number) {
            Id before = life.state;
            life.state = ref;
            life.number = said.number();
            life.keptNanos = machine.now;
            if (before != null) {
                release(before);
            }
        } else {
            release(ref);
        }
        note(from, said.tessera(), said.incarnation(), said.number(), null);
    }

    private static boolean isCurrent(@Nullable Life life, long incarnation, long worker) {
        return life != null
                && life.incarnation == incarnation
                && life.worker == worker
                && life.phase != Phase.PLACING
                && life.phase != Phase.PASSIVE;
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
                end(life, none);
                return false;
            }
            life.restarts++;
        }
        life.before = life.worker;
        life.incarnation++;
        life.number = 0;
        life.retires = false;
        life.phase = Phase.PLACING;
        return true;
    }

    private @Nullable Failure noRestart(Life life) {
        int most = life.create.terms().maxRestarts();
        String words = lost(life);
        Failure failure = null;
        if (life.program != 0 && machine.links.isDead(life.program)) {
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
        if (life == null || life.phase != Phase.PLACING || placed.worker() == life.before) {
            return;
        }
        if (machine.links.isDead(placed.worker())) {
            askForPlace(life);
            return;
        }
        life.worker = placed.worker();
        life.phase = Phase.RAISING;
        raise(life);
    }

    void refused(ClusterMessage.Refused refused) {
        Life life = lives.get(refused.tessera());
        if (life == null || life.phase != Phase.PLACING || !refused.forEver()) {
            return;
        }
        if (life.rested > 0) {
            stay(life, refused.failure()); // there may be room for it another day
        } else {
            end(life, refused.failure());
        }
    }

    private void raise(Life life) {
        life.askedNanos = machine.now;
        List<Need> needs = new ArrayList<>(life.create.needs());
        Id state = life.state;
        if (state != null) {
            needs.add(Need.entry(state));
        }
        machine.links.send(
                life.worker,
                new LifeMessage.Raise(
                        life.tessera,
                        life.incarnation,
                        life.restarts,
                        state != null,
                        life.create.with(needs, Payload.EMPTY)));
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
        if (life.phase != Phase.RAISING) {
            return;
        }
        if (failure == null) {
            life.phase = Phase.LIVING;
            life.rested = 0;
            tellSeekers(life);
            List.copyOf(life.holders).forEach(unit -> tellHolder(life, unit));
        } else {
            notRaised(life, failure);
        }
    }

    /** It may be tried there again, after a while; not where what it is made of is gone. */
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
            life.before = 0;
            life.askedNanos = machine.now;
        }
    }

    private void depart(long from, LifeMessage.Depart said) {
        Life life = lives.get(said.tessera());
        if (life != null && isCurrent(life, said.incarnation(), from)) {
            if (said.passive()) {
                rest(life);
            } else if (life.retires && monitorKnowsPassive) {
                rest(life); // it may have to begin in the same worker, which others have to let go of first
                wake(life);
            } else {
                next(life, false);
            }
        } else if (life == null) {
            left(from, said.tessera());
        }
        note(from, said.tessera(), said.incarnation(), LifeMessage.LAST, null);
    }

    /** The home before knew where it went. */
    private void left(long worker, Id tessera) {
        left.put(tessera, worker);
        if (left.size() > MARKS) {
            left.remove(left.keySet().iterator().next());
        }
    }

    private boolean isNotAt(Id tessera, long worker) {
        return worker == Carried.HOME
                || machine.links.isDead(worker)
                || Long.valueOf(worker).equals(left.get(tessera));
    }

    // ---- lives that nobody calls

    private void rest(Life life) {
        var _ = advance(life, false);
        life.phase = Phase.PASSIVE;
        life.worker = Carried.HOME;
        life.rested = life.incarnation;
        life.restedNanos = machine.now;
        life.unsure.addAll(life.holders);
        sayPassive(life);
        tellSeekers(life);
    }

    void sayPassive(Life life) {
        if (!monitorKnowsPassive) {
            return;
        }
        StreamMessage.Create create = life.create;
        machine.out.tellMonitor(new ClusterMessage.Passive(
                life.before,
                new ClusterMessage.Named(
                        create.name(), life.tessera, Carried.HOME, create.className(), create.signature())));
    }

    /** A monitor that is new knows no names of those that are nowhere. */
    void monitor(boolean knowsPassive) {
        monitorKnowsPassive = knowsPassive;
        lives.values().stream().filter(life -> life.phase == Phase.PASSIVE).forEach(this::sayPassive);
    }

    /** It is to go on elsewhere, with other code. */
    void retire(Life life) {
        life.retires = true;
        if (life.phase == Phase.LIVING) {
            life.askedNanos = machine.now;
            machine.links.send(life.worker, new LifeMessage.Retire(life.tessera, life.incarnation));
        }
    }

    private void wake(Life life) {
        if (life.program != 0 && machine.links.isDead(life.program)) {
            stayOrEnd(life, endedWithProgram(life));
        } else {
            next(life, false);
        }
    }

    /** One with a name stays, since another program may take it over. */
    private void stayOrEnd(Life life, Failure failure) {
        if (life.rested > 0 && !life.create.name().isEmpty()) {
            stay(life, failure);
        } else {
            end(life, failure);
        }
    }

    /** It is not woken now. */
    private void stay(Life life, Failure failure) {
        life.phase = Phase.PASSIVE;
        life.worker = Carried.HOME;
        sayPassive(life);
        tellGone(life, true, failure);
    }

    private static Failure endedWithProgram(Life life) {
        return Failure.of(
                Failure.Kind.WORKER_LOST, "tessera=" + life.tessera + " was passive, and its program has ended");
    }

    /** A unit holds it here, where it is passive; or no more. */
    void hold(long from, ValueMessage.Hold hold) {
        Life life = lives.get(hold.tessera());
        if (life != null && hold.holding()) {
            life.holders.add(from);
            life.unsure.remove(from);
            if (life.phase == Phase.LIVING) {
                tellHolder(life, from);
            }
        } else if (life != null) {
            letGo(life, from);
        }
        machine.links.send(from, new ValueMessage.Held(hold.tessera(), hold.version()));
    }

    private static void letGo(Life life, long unit) {
        life.holders.remove(unit);
        life.unsure.remove(unit);
    }

    /** Where it is: whoever holds it here goes on there, or lets it go here. */
    private void tellHolder(Life life, long unit) {
        boolean isPassive = life.phase == Phase.PASSIVE && life.unsure.contains(unit);
        boolean isLiving = life.phase == Phase.LIVING && !machine.links.isDead(life.worker);
        if (isPassive || isLiving) {
            tell(unit, new LifeMessage.Alive(life.tessera, isPassive ? life.rested : life.incarnation, life.worker));
        }
    }

    private void tellHolders(Life life) {
        if (!life.holders.isEmpty() && machine.now - life.toldNanos > ASK_AGAIN_NANOS) {
            life.toldNanos = machine.now;
            List.copyOf(life.holders).forEach(unit -> tellHolder(life, unit));
        }
    }

    /** Calls are for lives that are somewhere. A drop ends one that is not. */
    void called(long from, StreamMessage item) {
        Life life = lives.get(item.mailbox());
        boolean isDrop = item instanceof StreamMessage.Drop;
        Failure gone = over.get(item.mailbox());
        Outcome outcome;
        if (isDrop && life != null && life.phase == Phase.PASSIVE) {
            end(life, Failure.of(Failure.Kind.STOPPED, "tessera=" + life.tessera + " was dropped"));
            outcome = Outcome.NOTHING;
        } else if (life == null && gone != null) {
            boolean isDone = isDrop && gone.kind() == Failure.Kind.STOPPED;
            outcome = isDone ? Outcome.NOTHING : new Outcome.Failed(gone);
        } else {
            outcome = Outcome.failed(Failure.Kind.MOVED, "tessera=" + item.mailbox() + " lives elsewhere");
        }
        machine.links.send(from, new ReplyMessage.Done(item.task(), item.mailbox(), item.number(), outcome));
    }

    /** Nothing a dead unit held counts any longer. */
    void buried(long unit) {
        lives.values().forEach(life -> letGo(life, unit));
    }

    private boolean isUnheld(Life life) {
        return life.phase == Phase.PASSIVE
                && life.create.name().isEmpty()
                && life.holders.isEmpty()
                && life.seekers.isEmpty()
                && machine.now - life.restedNanos > machine.settings.graceNanos();
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
        note(from, said.tessera(), said.incarnation(), LifeMessage.LAST, null);
    }

    private void end(Life life, Failure failure) {
        lives.remove(life.tessera);
        mark(life.tessera, failure);
        release(life);
        tellGone(life, true, failure);
        machine.out.tellMonitor(new ClusterMessage.Ended(life.tessera));
    }

    private void mark(Id tessera, Failure failure) {
        over.putIfAbsent(tessera, failure);
        if (over.size() > MARKS) {
            over.remove(over.keySet().iterator().next());
        }
    }

    // ---- those who ask

    void seek(long from, LifeMessage.Seek question) {
        Id tessera = question.tessera();
        Life life = lives.get(tessera);
        Failure failure = over.get(tessera);
        if (life != null) {
            life.seekers.put(from, question.notAt());
            tellSeekers(life);
            boolean wakes = question.notAt() == Carried.HOME && life.phase == Phase.PASSIVE;
            if (wakes) {
                wake(life);
            }
        } else if (failure != null) {
            gone(from, tessera, true, failure);
        } else if (machine.now < settledNanos || !isNotAt(tessera, question.notAt())) {
            early.add(new Seeker(from, question)); // its worker may be about to tell
            if (question.notAt() != Carried.HOME) {
                machine.home.dial(question.notAt());
            }
        } else {
            Failure unknown = Failure.of(
                    Failure.Kind.WORKER_LOST,
                    "worker of tessera=" + tessera + " was lost, and the warehouse does not know how it is made");
            gone(from, tessera, left.containsKey(tessera), unknown);
        }
    }

    private void gone(long to, Id tessera, boolean known, Failure failure) {
        tell(to, new LifeMessage.Gone(tessera, known, failure));
    }

    /** This store itself may hold proxies. */
    private void tell(long to, LifeMessage answer) {
        if (to == machine.links.self()) {
            machine.insides.life(answer);
        } else {
            machine.links.send(to, answer);
        }
    }

    private void tellSeekers(Life life) {
        boolean isLiving = life.phase == Phase.LIVING && !machine.links.isDead(life.worker);
        boolean isHeldHere = life.phase != Phase.LIVING && life.rested > 0;
        if (life.seekers.isEmpty() || !(isLiving || isHeldHere)) {
            return;
        }
        long at = isLiving ? life.worker : Carried.HOME;
        long incarnation = isLiving ? life.incarnation : life.rested;
        List<Long> told = new ArrayList<>();
        life.seekers.forEach((unit, notAt) -> {
            if (notAt != at) {
                told.add(unit);
            }
        });
        told.forEach(unit -> {
            life.seekers.remove(unit);
            tell(unit, new LifeMessage.Alive(life.tessera, incarnation, at));
        });
    }

    private void tellGone(Life life, boolean known, Failure failure) {
        List<Long> told = List.copyOf(life.seekers.keySet());
        life.seekers.clear();
        told.forEach(unit -> gone(unit, life.tessera, known, failure));
    }

    // ---- links, verdicts, time

    void connected(long unit) {
        for (Life life : lives.values()) {
            if (life.phase == Phase.RAISING && life.worker == unit) {
                raise(life);
            }
            if (life.holders.contains(unit)) {
                tellHolder(life, unit);
            }
        }
    }

    void lost(long unit) {
        early.removeIf(each -> each.unit == unit);
        for (Life life : List.copyOf(lives.values())) {
            life.seekers.remove(unit);
            if (life.worker == unit && life.phase != Phase.PLACING) {
                next(life, true);
            }
        }
    }

    void tick() {
        begin();
        for (Life life : List.copyOf(lives.values())) {
            if (isUnheld(life)) {
                end(life, Failure.of(Failure.Kind.STOPPED, "tessera=" + life.tessera + " was held by nobody"));
                continue;
            }
            tellHolders(life);
            boolean isLate = machine.now - life.askedNanos > ASK_AGAIN_NANOS;
            if (life.phase == Phase.RAISING && isLate) {
                raise(life); // it may not have known yet who is the home
            } else if (life.phase == Phase.PLACING && isLate) {
                Failure ended = life.program != 0 && machine.links.isDead(life.program) ? noRestart(life) : null;
                if (ended == null) {
                    askForPlace(life);
                } else {
                    stayOrEnd(life, ended);
                }
            } else if (life.retires && isLate) {
                retire(life);
            }
        }
        if (!early.isEmpty() && machine.now >= settledNanos) {
            List<Seeker> late = List.copyOf(early);
            early.clear();
            late.forEach(each -> seek(each.unit, each.question));
        }
    }
}
