package dev.mosaic.unit.objects;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Need;
import dev.mosaic.message.Payload;
import java.util.List;

/**
 * What is kept of a durable tessera, apart from the bytes of its arguments and its state, which are durable entries.
 *
 * @param raise how it is made again, and which life of it is the highest
 * @param parts entries that are kept for it, apart from the state
 * @param worker where that life is, or was asked for; {@link Carried#HOME} where it is passive, 0 where it has no place yet
 * @param program whose workers are fit for it; 0 for any
 * @param number of the state, counted by that life
 * @param retires it was taken over by other code, and is to leave that worker
 * @param isOver it has ended: nothing of it is to be found again
 */
public record LifeRecord(
        LifeMessage.Raise raise,
        List<Id> parts,
        long worker,
        long program,
        long number,
        boolean retires,
        boolean isOver) {
    public LifeRecord {
        parts = List.copyOf(parts);
    }

    public Id tessera() {
        return raise.tessera();
    }

    static LifeRecord of(Life life, boolean isOver) {
        long worker = switch (life.phase) {
            case LIVING, RETURNED, RAISING -> life.worker;
            case PLACING -> 0;
            case PASSIVE -> Carried.HOME;
        };
        return new LifeRecord(life.raise(), life.parts, worker, life.program, life.number, life.retires, isOver);
    }

    /** As it was. */
    Life life(long now) {
        List<Need> needs = raise.create().needs();
        int made = needs.size() - (raise.hasState() ? 1 : 0);
        Life life = new Life(tessera(), raise.create().with(needs.subList(0, made), Payload.EMPTY));
        life.state = raise.hasState() ? needs.getLast().task() : null;
        life.incarnation = raise.incarnation();
        life.restarts = raise.restarts();
        life.program = program;
        life.parts = parts;
        life.number = number;
        life.retires = retires;
        life.worker = worker;
        life.before = worker;
        life.askedNanos = now;
        if (worker == Carried.HOME) {
            life.phase = Life.Phase.PASSIVE;
            life.rested = life.incarnation;
            life.restedNanos = now;
        } else {
            life.phase = worker == 0 ? Life.Phase.PLACING : Life.Phase.RETURNED;
        }
        return life;
    }
}
