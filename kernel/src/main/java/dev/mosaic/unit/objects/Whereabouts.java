package dev.mosaic.unit.objects;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.ValueMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who asks where a tessera lives, and who holds it at the home while it is passive: all are told, and none before it is so.
 *
 * <p><b>Threading:</b> the store's loop. <b>Failure:</b> where there is no next life, those who ask for it are told why.
 */
final class Whereabouts {
    private static final int MARKS = 100_000;
    private static final long TELL_AGAIN_NANOS = 1_000_000_000L;

    private record Seeker(long unit, LifeMessage.Seek question) {}

    private final StoreMachine machine;
    private final Catalogue catalogue;

    /** Those who ask for a tessera of which nothing is known yet, and since when. */
    private final Map<Seeker, Long> early = new LinkedHashMap<>();

    /** Of those that this home knows nothing of: the worker that has it no more. */
    private final Map<Id, Long> left = new LinkedHashMap<>();

    Whereabouts(StoreMachine machine, Catalogue catalogue) {
        this.machine = machine;
        this.catalogue = catalogue;
    }

    int open() {
        return early.size();
    }

    /** The home before knew where it went. */
    void left(long worker, Id tessera) {
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

    // ---- those who hold it here

    /** A unit holds it here, where it is passive; or no more. */
    void hold(long from, ValueMessage.Hold hold) {
        Life life = catalogue.life(hold.tessera());
        if (life != null && hold.holding()) {
            life.holders.add(from);
            life.unsure.remove(from);
            if (life.phase == Life.Phase.LIVING) {
                tellHolder(life, from);
            }
        } else if (life != null) {
            letGo(life, from);
        }
        machine.links.send(from, new ValueMessage.Held(hold.tessera(), hold.version()));
    }

    static void letGo(Life life, long unit) {
        life.holders.remove(unit);
        life.unsure.remove(unit);
    }

    /** Where it is: whoever holds it here goes on there, or lets it go here. */
    void tellHolder(Life life, long unit) {
        boolean isPassive = life.phase == Life.Phase.PASSIVE
                && life.unsure.contains(unit)
                && catalogue.records.hasReached(life, life.rested);
        boolean isLiving = life.phase == Life.Phase.LIVING && !machine.links.isDead(life.worker);
        if (isPassive || isLiving) {
            tell(unit, new LifeMessage.Alive(life.tessera, isPassive ? life.rested : life.incarnation, life.worker));
        }
    }

    void tellHolders(Life life) {
        if (!life.holders.isEmpty() && machine.now - life.toldNanos > TELL_AGAIN_NANOS) {
            life.toldNanos = machine.now;
            List.copyOf(life.holders).forEach(unit -> tellHolder(life, unit));
        }
    }

    // ---- those who ask

    void seek(long from, LifeMessage.Seek question) {
        Id tessera = question.tessera();
        Life life = catalogue.life(tessera);
        Failure failure = catalogue.whyOver(tessera);
        if (question.notAt() == LifeMessage.NOWHERE && failure == null) {
            if (life != null) {
                tellWorker(from, life);
            } else {
                early.putIfAbsent(new Seeker(from, question), machine.now); // it may be about to be described
            }
        } else if (life != null) {
            life.seekers.put(from, question.notAt());
            tellSeekers(life);
            if (question.notAt() == Carried.HOME && life.phase == Life.Phase.PASSIVE) {
                catalogue.wake(life);
            }
        } else if (failure != null) {
            catalogue.records.whenKeptAtLast(tessera, () -> gone(from, tessera, true, failure));
        } else if (!catalogue.isSettled() || !isNotAt(tessera, question.notAt())) {
            early.putIfAbsent(new Seeker(from, question), machine.now); // its worker may be about to tell
            if (question.notAt() != Carried.HOME) {
                machine.home.dial(question.notAt());
            }
        } else {
            gone(from, tessera, left.containsKey(tessera), unknown(tessera));
            if (question.notAt() == Carried.HOME) {
                catalogue.ends.say(tessera, false); // it was with a home that is lost: its name is free
            }
        }
    }

    /** Somebody speaks there of a tessera that has not come. It asks again as long as that is so. */
    private void tellWorker(long worker, Life life) {
        if (life.phase == Life.Phase.LIVING && !machine.links.isDead(life.worker)) {
            tell(worker, new LifeMessage.Alive(life.tessera, life.incarnation, life.worker));
        } else if (life.phase == Life.Phase.PASSIVE && catalogue.records.hasReached(life, life.rested)) {
            tell(worker, new LifeMessage.Alive(life.tessera, life.rested, Carried.HOME));
        }
    }

    private static Failure unknown(Id tessera) {
        return Failure.of(
                Failure.Kind.WORKER_LOST,
                "worker of tessera=" + tessera + " was lost, and the warehouse does not know how it is made");
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

    void tellSeekers(Life life) {
        boolean isLiving = life.phase == Life.Phase.LIVING && !machine.links.isDead(life.worker);
        boolean isToLetGo = isToBeginWhereItWas(life);
        long rested = isToLetGo && life.rested == 0 ? life.incarnation - 1 : life.rested;
        boolean isHeldHere =
                life.phase != Life.Phase.LIVING && rested > 0 && catalogue.records.hasReached(life, rested);
        if (life.seekers.isEmpty() || !(isLiving || isHeldHere)) {
            return;
        }
        long at = isLiving ? life.worker : Carried.HOME;
        long incarnation = isLiving ? life.incarnation : rested;
        List<Long> told = new ArrayList<>();
        life.seekers.forEach((unit, notAt) -> {
            if (notAt != at) {
                told.add(unit);
            }
        });
        told.forEach(unit -> {
            if (!isToLetGo) {
                life.seekers.remove(unit);
            }
            life.soughtNanos = machine.now;
            tell(unit, new LifeMessage.Alive(life.tessera, incarnation, at));
        });
    }

    /**
     * It is to begin in the worker that sends those who ask for it away, and does not begin there before they have let go of the life before:
     * the home holds it for them until then. One that has come back does not know that it was passive when it was called last. Who knew it
     * alive there already heeds no such answer, and goes on asking for the life after.
     */
    private static boolean isToBeginWhereItWas(Life life) {
        return life.phase == Life.Phase.RAISING && life.seekers.containsValue(life.worker);
    }

    void tellGone(Life life, boolean known, Failure failure) {
        List<Long> told = List.copyOf(life.seekers.keySet());
        life.seekers.clear();
        told.forEach(unit -> gone(unit, life.tessera, known, failure));
    }

    // ---- verdicts, time

    void lost(long unit) {
        early.keySet().removeIf(each -> each.unit == unit);
    }

    void tick() {
        if (!early.isEmpty() && catalogue.isSettled()) {
            Map<Seeker, Long> late = new LinkedHashMap<>(early);
            early.clear();
            late.forEach(this::again);
        }
    }

    /** A home that is lost takes what it knew with it: whoever was sent there by a worker that lives waits for nobody. */
    private void again(Seeker seeker, long sinceNanos) {
        seek(seeker.unit, seeker.question);
        if (machine.now - sinceNanos <= machine.settings.graceNanos()) {
            early.replace(seeker, sinceNanos);
        } else if (early.remove(seeker) != null) {
            giveUp(seeker.unit, seeker.question);
        }
    }

    /** One that never came to the worker where it was to be may come yet: its construction may wait for an argument. */
    private void giveUp(long unit, LifeMessage.Seek question) {
        Id tessera = question.tessera();
        boolean wasThere = question.notAt() != LifeMessage.NOWHERE;
        gone(unit, tessera, wasThere, wasThere ? unknown(tessera) : LifeMessage.Gone.neverCame(tessera, unit));
    }
}
