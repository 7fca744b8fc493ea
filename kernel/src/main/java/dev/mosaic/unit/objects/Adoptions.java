package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Need;
import dev.mosaic.message.Payload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Programs that take over the tessera of a name: it is made as they say from then on, with the state that it has. Where its code is another
 * version it leaves its worker for one of theirs. Its methods stay what they were, since its proxies call them by their numbers.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> a look at all lives for a question. <b>Failure:</b> where the arguments cannot be kept
 * all stays as it was, and the asker is told.
 */
final class Adoptions {
    private final StoreMachine machine;
    private final Catalogue catalogue;

    /** Questions whose arguments are being stored, and how many of these are left. */
    private final Map<Id, Integer> unstored = new HashMap<>();

    Adoptions(StoreMachine machine, Catalogue catalogue) {
        this.machine = machine;
        this.catalogue = catalogue;
    }

    void adopt(long from, LifeMessage.Adopt said) {
        Id question = said.tessera();
        if (!catalogue.isSettled() || unstored.containsKey(question)) {
            return; // it is said again
        }
        Life life = catalogue.named(said.create().name());
        if (life != null && said.isAsItIs()) {
            goOn(from, life, said);
            return;
        }
        if (life == null || question.equals(life.adoptedAs) || question.equals(life.tessera)) {
            Id as = life == null ? question : life.tessera;
            catalogue.records.whenKeptAtLast(as, () -> answer(from, question, as, null));
            return;
        }
        if (life.create.isServed() != said.create().isServed()) {
            Failure other = Failure.of(
                    Failure.Kind.NAME,
                    "tessera=" + life.tessera + " was " + (life.create.isServed() ? "" : "not ") + "made to be served");
            answer(from, question, question, other);
            return;
        }
        if (life.create.signature() != said.create().signature()) {
            Failure other = Failure.of(
                    Failure.Kind.NAME,
                    "proxies of tessera=" + life.tessera + " of class=" + life.create.className()
                            + " call other methods than class=" + said.create().className() + " has");
            answer(from, question, question, other);
            return;
        }
        List<Need> needs = new ArrayList<>();
        List<Id> parts = new ArrayList<>();
        List<Payload> payloads = new ArrayList<>();
        catalogue.descriptions.add(said.create().arguments(), needs, parts, payloads);
        unstored.put(question, parts.size());
        for (int i = 0; i < parts.size(); i++) {
            boolean isDurable = said.create().terms().durable();
            Id part = parts.get(i);
            catalogue.descriptions.put(part, "arguments", isDurable, payloads.get(i), failure -> {
                if (!unstored.containsKey(question)) {
                    catalogue.release(part); // another could not be stored
                } else if (failure != null) {
                    unstored.remove(question);
                    answer(from, question, question, failure);
                } else if (unstored.merge(question, -1, Integer::sum) == 0) {
                    secure(from, life, said, needs, parts);
                }
            });
        }
    }

    /** A program of the same version: the next life is in its workers, and of what it was made of before. */
    private void goOn(long from, Life life, LifeMessage.Adopt said) {
        String version = life.create.terms().version();
        if (!version.equals(said.create().terms().version())) {
            Failure other = Failure.of(
                    Failure.Kind.NAME,
                    "tessera=" + life.tessera + " of name=" + life.create.name() + " is of version=" + version);
            answer(from, said.tessera(), said.tessera(), other);
            return;
        }
        if (life.program != said.program()) {
            life.program = said.program();
            catalogue.records.changeAtLast(life, () -> {});
            if (life.phase == Life.Phase.PLACING) {
                catalogue.askForPlace(life);
            }
        }
        catalogue.records.whenKeptAtLast(
                life.tessera,
                () -> machine.links.send(
                        from, new LifeMessage.Adopted(said.tessera(), life.tessera, null, catalogue.standing(life))));
    }

    /** What was not durable so far becomes it, before it is said to be. */
    private void secure(long from, Life life, LifeMessage.Adopt said, List<Need> needs, List<Id> parts) {
        Id state = life.state;
        if (state == null || !said.create().terms().durable() || catalogue.descriptions.isDurable(state)) {
            unstored.remove(said.tessera());
            stored(from, life, said, needs, parts);
            return;
        }
        catalogue.descriptions.secure(state, failure -> {
            if (failure == null || !state.equals(life.state)) {
                secure(from, life, said, needs, parts);
            } else {
                unstored.remove(said.tessera());
                parts.forEach(catalogue::release);
                answer(from, said.tessera(), said.tessera(), failure);
            }
        });
    }

    private void stored(long from, Life life, LifeMessage.Adopt said, List<Need> needs, List<Id> parts) {
        if (!catalogue.isHere(life)) {
            parts.forEach(catalogue::release); // it has ended meanwhile; the next time it is asked there is none
            return;
        }
        boolean replaces =
                !life.create.terms().version().equals(said.create().terms().version());
        life.parts.forEach(part -> catalogue.records.release(life, part));
        life.create = said.create().as(life.tessera).with(needs, Payload.EMPTY);
        life.parts = List.copyOf(parts);
        life.program = said.program();
        life.adoptedAs = said.tessera();
        life.restarts = 0;
        life.lastFailure = null;
        switch (life.phase) {
            case LIVING, RETURNED, RAISING -> {
                if (replaces) {
                    catalogue.retire(life);
                }
            }
            case PLACING -> catalogue.askForPlace(life);
            case PASSIVE -> catalogue.sayPassive(life);
        }
        catalogue.records.changeAtLast(life, () -> answer(from, said.tessera(), life.tessera, null));
    }

    private void answer(long to, Id question, Id as, @Nullable Failure failure) {
        machine.links.send(to, new LifeMessage.Adopted(question, as, failure));
    }
}
