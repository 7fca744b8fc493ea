package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tesserae of a worker that can have more than one life: how they are made and their state, told to the home; outcomes that
 * wait for that; and lives that begin here after others ended elsewhere.
 *
 * <p>The home accepts the word of the highest incarnation only. A worker that is told that one of its lives is an old one was cut
 * off, and ends.
 *
 * <p>A holder may come late, when the tessera has ended already and is forgotten: one of an earlier life, or one that has just read
 * its proxy from a store. So the ends of all tesserae of this worker are remembered, the last {@value #MARKS} of them.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> a mark at the end of other tesserae; each tick looks at these. <b>Failure:</b> what the home does not
 * take in time fails the calls whose effect it was to keep.
 */
final class Lives {
    private static final int MARKS = 10_000;

    private final MailboxMachine machine;
    private final Map<Id, Mailbox> all = new LinkedHashMap<>();
    private final Map<Id, Failure> over = new LinkedHashMap<>();
    private long lastChore;

    Lives(MailboxMachine machine) {
        this.machine = machine;
    }

    // ---- the first life

    /** Its creation is here. */
    void expected(Mailbox mailbox, StreamMessage.Create create) {
        if (mailbox.id.hasLives()) {
            mailbox.life = new Life(1, 0, create.terms());
            all.put(mailbox.id, mailbox);
        }
    }

    /** It is no more, or never was. */
    void forget(Mailbox mailbox) {
        all.remove(mailbox.id, mailbox);
        if (mailbox.state == Mailbox.State.OVER && mailbox.failure != null && !mailbox.neverCame) {
            mark(mailbox.id, mailbox.failure);
        }
    }

    /** True where the outcome is told later: when the home has what it has to know before. */
    boolean withholds(long now, Run run, Outcome told) {
        Life life = run.mailbox.life;
        if (life == null || run.mailbox.state == Mailbox.State.OVER) {
            return false;
        }
        if (run.item instanceof StreamMessage.Create create) {
            run.state = Run.State.WITHHELD;
            life.construction = new Life.Withheld(run, told, now);
            life.description = described(run, create);
            describe(run.mailbox, life);
            return true;
        }
        if (!life.changed) {
            life.changed = true;
            life.changedNanos = now;
        }
        if (life.terms.isEveryCall()) {
            run.state = Run.State.WITHHELD;
            life.withheld.add(new Life.Withheld(run, told, now));
            life.due = true;
            return true;
        }
        return false;
    }

    /** The creation with all values that it got; null where one of them lies in memory of somebody else's. */
    private static StreamMessage.@Nullable Create described(Run run, StreamMessage.Create create) {
        boolean isKept = isKept(run.arguments());
        List<Need> needs = new ArrayList<>();
        for (int i = 0; i < create.needs().size(); i++) {
            Need need = create.needs().get(i);
            isKept &= need.isEntry() || isKept(run.value(i));
            needs.add(need.isEntry() ? need : known(need, run.value(i)));
        }
        return isKept ? create.with(needs, run.arguments()) : null;
    }

    private static boolean isKept(Payload payload) {
        return payload.places().isEmpty();
    }

    private static Need known(Need need, Payload value) {
        return new Need(need.task(), 0, need.task(), 0, need.wanted(), new Outcome.Returned(value));
    }

    private void describe(Mailbox mailbox, Life life) {
        StreamMessage.Create create = life.description;
        if (create != null) {
            say(new LifeMessage.Describe(
                    mailbox.id, life.incarnation, life.restarts, machine.caller.program(), create));
        }
    }

    void say(LifeMessage message) {
        machine.links.send(Carried.HOME, message);
    }

    // ---- snapshots

    /** The next run of the mailbox: its snapshot, where that is due and may be taken; else null. */
    @Nullable Run snapshot(long now, Mailbox mailbox) {
        Life life = mailbox.life;
        if (life == null || !life.due || mailbox.running > 0) {
            return null;
        }
        life.changed = false;
        for (Life.Withheld each : life.withheld) {
            each.number = each.number == 0 ? life.taken + 1 : each.number;
        }
        StreamMessage.Call item =
                new StreamMessage.Call(choreId(), mailbox.id, 0, 0, -1, 0, false, 0, 0, List.of(), Payload.EMPTY);
        return chore(now, mailbox, item, Run.Chore.SNAPSHOT);
    }

    private Id choreId() {
        return new Id(machine.links.self(), Long.MIN_VALUE + ++lastChore);
    }

    private Run chore(long now, Mailbox mailbox, StreamMessage item, Run.Chore kind) {
        Run run = new Run(mailbox, new Line(machine.links.self(), mailbox, 0), item, now, kind);
        run.enterEra(machine.caller.era());
        return run;
    }

    /** A chore has ended. */
    void finished(long now, Run run, Outcome outcome) {
        run.state = Run.State.OVER;
        Mailbox mailbox = run.mailbox;
        Life life = mailbox.life;
        if (life == null) {
            return;
        }
        if (run.chore() == Run.Chore.RAISE) {
            raised(now, run, life, outcome);
            return;
        }
        life.taken++;
        life.due = life.withheld.stream().anyMatch(each -> each.number == 0);
        switch (outcome) {
            case Outcome.Returned returned -> {
                life.isUnmovable = false;
                kept(life);
                machine.caller.pin(returned.value().carried());
                life.state = returned.value();
                keep(mailbox, life);
            }
            case Outcome.Failed failed -> {
                life.isUnmovable = true;
                Passivation.isUsed(now, life);
                refused(
                        mailbox,
                        life,
                        life.taken,
                        Failure.of(
                                Failure.Kind.DURABILITY_UNAVAILABLE,
                                "the snapshot of tessera=" + mailbox.id + " failed",
                                failed.failure()));
            }
            case Outcome.Held held -> {} // of runs of the program only
        }
    }

    private void keep(Mailbox mailbox, Life life) {
        Payload state = life.state;
        if (state != null) {
            List<Carried> placed = machine.caller.placed(state.carried());
            life.isSaid = placed != null;
            if (placed != null) {
                say(new LifeMessage.Keep(mailbox.id, life.incarnation, life.taken, state.withCarried(placed)));
            }
        }
    }

    /** Its last state is held by the home now, or is another. */
    private void kept(Life life) {
        Payload before = life.state;
        life.state = null;
        if (before != null) {
            machine.caller.unpin(before.carried());
        }
    }

    /** The outcomes up to that snapshot cannot be told as they are. */
    private void refused(Mailbox mailbox, Life life, long number, Failure failure) {
        conclude(mailbox, life, number, new Outcome.Failed(failure));
    }

    private void conclude(Mailbox mailbox, Life life, long number, @Nullable Outcome instead) {
        for (Life.Withheld first = life.withheld.peek();
                first != null && first.number > 0 && first.number <= number;
                first = life.withheld.peek()) {
            life.withheld.poll();
            machine.outcomes.conclude(first.run, instead == null ? first.outcome : instead);
        }
        machine.tesserae.afterRun(mailbox);
        machine.scheduler.offer(mailbox);
    }

    // ---- another life

    /** The home wants it to live here. */
    void raise(long now, LifeMessage.Raise raise) {
        Mailbox known = machine.tesserae.get(raise.tessera());
        Life before = known == null ? null : known.life;
        if (known != null && before != null && before.incarnation >= raise.incarnation()) {
            answer(known, before, raise);
            return;
        }
        if (known != null && Drain.isElsewhere(known) && machine.tesserae.isAwaited(known)) {
            machine.drain.tellHolders(
                    known); // asked again until they have let go of the life before, which was here too
            return;
        }
        over.remove(raise.tessera());
        StreamMessage.Create create = raise.create();
        Mailbox mailbox = machine.tesserae.raised(raise.tessera(), create);
        Life life = new Life(raise.incarnation(), raise.restarts(), create.terms());
        mailbox.life = life;
        all.put(mailbox.id, mailbox);
        life.described = true;
        life.expectsHolders = true;
        life.raisedNanos = now;
        Run run = chore(now, mailbox, create, Run.Chore.RAISE);
        run.hasState = raise.hasState();
        machine.begin(run);
    }

    /** The home wants it to live elsewhere. */
    void retire(LifeMessage.Retire said) {
        Mailbox mailbox = all.get(said.tessera());
        Life life = mailbox == null ? null : mailbox.life;
        if (life != null && life.incarnation == said.incarnation()) {
            life.retiring = true;
        }
    }

    private void answer(Mailbox known, Life life, LifeMessage.Raise raise) {
        boolean isThere = life.incarnation == raise.incarnation() && life.construction == null;
        LifeMessage.Raised open = life.raised;
        if (isThere && open != null) {
            say(open);
        } else if (isThere && known.state == Mailbox.State.LISTENING) {
            say(new LifeMessage.Raised(known.id, life.incarnation, null)); // the home before was told so
        }
    }

    private void raised(long now, Run run, Life life, Outcome outcome) {
        Mailbox mailbox = run.mailbox;
        life.raisedNanos = now;
        if (outcome instanceof Outcome.Failed failed) {
            life.raised = new LifeMessage.Raised(mailbox.id, life.incarnation, failed.failure());
            machine.tesserae.notRaised(mailbox, failed.failure());
        } else {
            life.description = redescribed(run);
            life.usedNanos = now;
            life.raised = new LifeMessage.Raised(mailbox.id, life.incarnation, null);
            machine.tesserae.listens(mailbox);
        }
        machine.letGo(run);
        machine.caller.unpin(List.copyOf(run.pinned));
        run.pinned.clear();
        say(life.raised);
    }

    /** As {@link #described}, of what the home sent. */
    private static StreamMessage.@Nullable Create redescribed(Run run) {
        if (!(run.item instanceof StreamMessage.Create create)) {
            return null;
        }
        boolean isKept = true;
        int last = create.needs().size() - (run.hasState ? 1 : 0);
        List<Need> needs = new ArrayList<>();
        for (int i = 1; i < last; i++) {
            isKept &= isKept(run.value(i));
            needs.add(known(create.needs().get(i), run.value(i)));
        }
        return isKept && isKept(run.value(0)) ? create.with(needs, run.value(0)) : null;
    }

    // ---- the end

    /** What waits for the home fails: it is killed. */
    void killed(Life life, Failure failure) {
        Outcome outcome = new Outcome.Failed(failure);
        Life.Withheld construction = life.construction;
        if (construction != null) {
            life.construction = null;
            machine.outcomes.conclude(construction.run, outcome);
        }
        for (Life.Withheld next = life.withheld.poll(); next != null; next = life.withheld.poll()) {
            machine.outcomes.conclude(next.run, outcome);
        }
    }

    /** It has ended; the home is to know, and then the drop is done. */
    void ended(Mailbox mailbox, @Nullable Run drop, Failure failure) {
        Life life = mailbox.life;
        if (life == null) {
            return;
        }
        mark(mailbox.id, failure);
        life.due = false;
        kept(life);
        life.drop = drop;
        life.lastWord = new LifeMessage.Over(mailbox.id, life.incarnation, failure);
        life.lastWordNanos = machine.now;
        say(life.lastWord);
    }

    /** It lives elsewhere, or nowhere for a while. */
    void departed(Id tessera, Failure failure) {
        mark(tessera, failure);
    }

    private void mark(Id tessera, Failure failure) {
        over.put(tessera, failure);
        if (over.size() > MARKS) {
            over.remove(over.keySet().iterator().next());
        }
    }

    /** Why a tessera that was here is no more, or not here; null where that is not known. */
    @Nullable Failure hasEnded(Id tessera) {
        return over.get(tessera);
    }

    // ---- what the home says

    void noted(long now, LifeMessage.Noted noted) {
        Mailbox mailbox = all.get(noted.tessera());
        Life life = mailbox == null ? null : mailbox.life;
        if (mailbox == null || life == null || life.incarnation != noted.incarnation()) {
            return;
        }
        Failure failure = noted.failure();
        boolean isPast = failure != null && failure.kind() == Failure.Kind.STOPPED;
        if (isPast && hasEndedHere(mailbox, life) && noted.number() != LifeMessage.LAST) {
            life.described = true; // its end was told meanwhile: nobody has cut off this worker
            life.raised = null;
            machine.tesserae.removeIfOver(mailbox);
        } else if (isPast) {
            machine.endWorker("tessera=" + mailbox.id + " has a life after that of incarnation=" + life.incarnation
                    + " here: this worker was cut off");
        } else if (noted.number() == 0) {
            life.mayRest = noted.letsRest();
            begun(mailbox, life, failure);
        } else if (noted.number() == LifeMessage.LAST) {
            over(mailbox, life);
        } else if (failure != null) {
            Passivation.isUsed(now, life);
            if (life.retiring) {
                life.isUnmovable = true; // it goes with the state before
                kept(life);
            }
            refused(
                    mailbox,
                    life,
                    noted.number(),
                    Failure.of(
                            Failure.Kind.DURABILITY_UNAVAILABLE,
                            "the state of tessera=" + mailbox.id + " was not kept",
                            failure));
        } else {
            if (noted.number() == life.taken) {
                kept(life);
            }
            conclude(mailbox, life, noted.number(), null);
        }
    }

    private static boolean hasEndedHere(Mailbox mailbox, Life life) {
        return mailbox.state == Mailbox.State.OVER && life.isQuiet() && life.construction == null;
    }

    private void begun(Mailbox mailbox, Life life, @Nullable Failure failure) {
        life.described = true;
        life.raised = null;
        Life.Withheld construction = life.construction;
        if (construction != null) {
            life.construction = null;
            machine.outcomes.conclude(
                    construction.run,
                    failure == null ? construction.outcome : machine.tesserae.notMade(mailbox, failure));
            if (failure == null) {
                machine.tesserae.listens(mailbox);
            }
            machine.tesserae.afterRun(mailbox);
        } else {
            machine.tesserae.removeIfOver(mailbox);
        }
        keep(mailbox, life);
    }

    private void over(Mailbox mailbox, Life life) {
        life.lastWord = null;
        life.raised = null; // a home that knows of the end answers that no more
        concludeDrop(life);
        machine.tesserae.removeIfOver(mailbox);
    }

    private void concludeDrop(Life life) {
        Run drop = life.drop;
        if (drop != null) {
            life.drop = null;
            machine.outcomes.conclude(drop, Outcome.NOTHING);
        }
    }

    /** Nothing is open that the home has to answer. */
    static boolean isOver(Mailbox mailbox) {
        Life life = mailbox.life;
        return life == null || (life.lastWord == null && life.raised == null && life.construction == null);
    }

    /** Its construction has not run, and never will where its creator is gone. */
    static boolean hasNotBegun(Mailbox mailbox) {
        Life life = mailbox.life;
        return life == null || (life.incarnation == 1 && life.construction == null);
    }

    // ---- links, time

    /** Another home is there, which knows nothing of what is here; or none. */
    void homeChanged() {
        for (Mailbox mailbox : List.copyOf(all.values())) {
            Life life = mailbox.life;
            if (life != null) {
                life.raised = null;
                life.described = false;
                life.mayRest = false;
                if (Drain.isElsewhere(mailbox) && life.lastWord == null) {
                    life.lastWord = new LifeMessage.Depart(mailbox.id, life.incarnation);
                }
                machine.tesserae.removeIfOver(mailbox);
                if (life.terms.snapshots() && life.terms.everyNanos() != LifeTerms.ON_DRAIN) {
                    life.due |= mailbox.state == Mailbox.State.LISTENING;
                    machine.scheduler.offer(mailbox);
                }
            }
        }
        sayAll();
    }

    void connected(long unit) {
        if (!all.isEmpty() && machine.links.actual(Carried.HOME) == unit) {
            sayAll();
        }
    }

    private void sayAll() {
        for (Mailbox mailbox : all.values()) {
            Life life = mailbox.life;
            if (life == null) {
                continue;
            }
            if (life.lastWord != null) {
                say(life.lastWord);
            } else if (life.raised != null) {
                say(life.raised);
            } else if (!life.described && mailbox.state != Mailbox.State.OVER) {
                describe(mailbox, life);
            }
            keep(mailbox, life);
        }
        machine.drain.sayDeparted();
    }

    void tick(long now) {
        for (Mailbox mailbox : List.copyOf(all.values())) {
            Life life = mailbox.life;
            if (life != null) {
                tick(now, mailbox, life);
            }
        }
    }

    private void tick(long now, Mailbox mailbox, Life life) {
        machine.passivation.tick(now, mailbox, life);
        if (life.retiring && mailbox.state == Mailbox.State.LISTENING && mailbox.dropping == null) {
            machine.drain.leave(mailbox, life);
        }
        long grace = machine.settings.graceNanos();
        boolean listens = mailbox.state == Mailbox.State.LISTENING;
        if (listens && life.expectsHolders && life.raised == null && now - life.raisedNanos > grace) {
            life.expectsHolders = false;
            machine.tesserae.afterRun(mailbox);
        }
        boolean hasInterval = life.terms.snapshots() && life.terms.everyNanos() != LifeTerms.ON_DRAIN;
        if (listens && hasInterval && life.changed && now - life.changedNanos >= life.terms.everyNanos()) {
            life.due = true;
            machine.scheduler.offer(mailbox);
        }
        if (!life.isSaid) {
            keep(mailbox, life);
        }
        Life.Withheld construction = life.construction;
        if (construction != null && now - construction.sinceNanos > grace) {
            begun(mailbox, life, unheard("how tessera=" + mailbox.id + " is made"));
        }
        Life.Withheld first = life.withheld.peek();
        if (first != null && first.number > 0 && now - first.sinceNanos > grace) {
            refused(mailbox, life, first.number, unheard("the state of tessera=" + mailbox.id));
        }
        if (now - life.lastWordNanos > grace) {
            concludeDrop(life); // the home is told of the end whenever there is one
        }
    }

    private static Failure unheard(String what) {
        return Failure.of(Failure.Kind.DURABILITY_UNAVAILABLE, "no warehouse is there to keep " + what);
    }
}
