package dev.mosaic.simulation;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What an actor does with the warehouse: it puts, reads, drops. One thing at a time, as a thread does. */
final class Librarian {
    private final UnitProcess unit;
    private final Schedule dice;

    Librarian(UnitProcess unit) {
        this.unit = unit;
        this.dice = unit.world.schedule;
    }

    // ---- put

    /**
     * Puts something new, with some of these inside; false where it cannot.
     *
     * @param done is told the ref, of which the unit has a handle; null where it failed
     */
    boolean put(List<Carried> inside, Consumer<@Nullable Carried> done) {
        return put(inside, sizes(), done);
    }

    private boolean put(List<Carried> inside, List<Integer> sizes, Consumer<@Nullable Carried> done) {
        long home = unit.kernel.objects().home();
        if (home == 0) {
            return false;
        }
        Id ref = unit.kernel.nextId();
        // What holds another was named later, so that nothing holds itself.
        List<Carried> lower = inside.stream()
                .filter(each -> ref.compareTo(each.tessera()) > 0)
                .toList();
        List<Carried> carried = unit.kernel.placed(lower);
        unit.gained(ref, Carried.HOME);
        unit.world.shelf.begun(
                ref, home, sizes, lower.stream().map(Carried::tessera).toList());
        Deed deed = new Deed(ref, home, sizes, carried == null ? List.of() : carried, unit.now(), done);
        unit.world.trace.say(unit.uid(), () -> "puts " + ref + " sizes=" + sizes + " inside=" + deed.carried);
        if (sizes.isEmpty() || dice.chance(40)) {
            put(deed, null);
        } else {
            reserve(deed);
        }
        return true;
    }

    /** Puts as many small ones at once; {@code done} is told the refs of those that were put. */
    void putMany(int count, Consumer<List<Carried>> done) {
        List<Carried> refs = new ArrayList<>();
        int[] open = {count};
        for (int i = 0; i < count; i++) {
            Consumer<@Nullable Carried> each = ref -> {
                if (ref != null) {
                    refs.add(ref);
                }
                if (--open[0] == 0) {
                    done.accept(refs);
                }
            };
            if (!put(List.of(), dice.chance(2) ? List.of(1 + dice.below(3)) : List.of(), each)) {
                unit.later(Schedule.MILLI, () -> each.accept(null));
            }
        }
    }

    private record Deed(
            Id ref,
            long home,
            List<Integer> sizes,
            List<Carried> carried,
            long sinceNanos,
            Consumer<@Nullable Carried> done) {}

    private List<Integer> sizes() {
        List<Integer> sizes = new ArrayList<>();
        for (int parts = dice.below(3); parts > 0; parts--) {
            sizes.add(dice.chance(10) ? 0 : 1 + dice.below(dice.chance(5) ? 4_000 : 900));
        }
        return sizes;
    }

    private void reserve(Deed deed) {
        List<Long> sizes = deed.sizes.stream().map(size -> (long) size).toList();
        unit.kernel.reserve(
                unit.now(),
                new ObjectMessage.Reserve(deed.ref, sizes),
                answer -> unit.later(
                        dice.between(0, 100 * Schedule.MILLI), () -> reserved(deed, (ObjectMessage.Reserved) answer)));
    }

    private void reserved(Deed deed, ObjectMessage.Reserved answer) {
        if (answer.failure() != null) {
            over(deed, answer.failure());
        } else if (dice.chance(5)) {
            unit.kernel.objects().giveUp(deed.ref);
            unit.lost(deed.ref);
            deed.done.accept(null);
        } else {
            for (int part = 0; part < deed.sizes.size(); part++) {
                Place place = answer.places().get(part);
                StoreProcess store = unit.world.store(place.owner());
                MemorySegment memory = store.at(place);
                boolean isExcused = !store.isAlive()
                        || unit.world.verdicts.contains(unit.instance())
                        || unit.world.verdicts.contains(store.instance());
                if (memory == null && !isExcused) {
                    throw new AssertionError(unit + " writes to " + place + ", which is free");
                } else if (memory != null) {
                    memory.copyFrom(MemorySegment.ofArray(Shelf.content(deed.ref, part, deed.sizes.get(part))));
                }
            }
            put(deed, answer.places());
        }
    }

    private void put(Deed deed, @Nullable List<Place> places) {
        List<MemorySegment> parts = new ArrayList<>();
        for (int part = 0; part < deed.sizes.size(); part++) {
            parts.add(
                    places == null
                            ? MemorySegment.ofArray(Shelf.content(deed.ref, part, deed.sizes.get(part)))
                            : Payload.ELSEWHERE);
        }
        Payload value = new Payload(
                new byte[dice.chance(20) ? 800 : 8],
                parts,
                deed.carried,
                places == null ? List.of() : new ArrayList<>(places));
        int flags = (dice.chance(15) ? ObjectMessage.PUBLISHED : 0) | (dice.chance(15) ? ObjectMessage.DURABLE : 0);
        if ((flags & ObjectMessage.DURABLE) != 0) {
            unit.world.shelf.durable(deed.ref);
        }
        unit.kernel.put(
                unit.now(),
                new ObjectMessage.Put(deed.ref, "bytes", flags, value),
                answer -> over(deed, ((ObjectMessage.Stored) answer).failure()));
    }

    /** At once, for what is said of it; the actor goes on later. */
    private void over(Deed deed, @Nullable Failure failure) {
        unit.world.trace.say(unit.uid(), () -> "has put " + deed.ref + " " + failure);
        unit.world.shelf.stored(unit, deed.ref, failure, deed.sinceNanos);
        unit.later(0, () -> {
            if (failure == null) {
                deed.done.accept(new Carried(deed.ref, Carried.HOME));
            } else {
                unit.lost(deed.ref);
                deed.done.accept(null);
            }
        });
    }

    // ---- read

    /** Reads entries whose refs the actor has; {@code done} is told what was inside, of which the unit has handles. */
    void read(List<Id> refs, Consumer<List<Carried>> done) {
        Id lease = unit.kernel.nextLease();
        long since = unit.now();
        boolean[] isOver = new boolean[1];
        unit.world.trace.say(unit.uid(), () -> "reads " + refs + " lease=" + lease);
        refs.forEach(unit.world.shelf::asked);
        unit.kernel.acquire(since, new ObjectMessage.Acquire(lease, refs), answer -> {
            List<Outcome> outcomes = ((ObjectMessage.Acquired) answer).values();
            List<Carried> inside = new ArrayList<>();
            for (int i = 0; i < refs.size(); i++) {
                unit.world.shelf.read(unit, refs, i, outcomes.get(i), since);
                if (outcomes.get(i) instanceof Outcome.Returned(Payload value)) {
                    inside.addAll(value.carried());
                }
            }
            unit.later(0, () -> {
                if (isOver[0]) {
                    return;
                }
                isOver[0] = true;
                inside.forEach(each -> unit.gained(each.tessera(), each.worker()));
                long view =
                        dice.chance(10) ? dice.between(0, 5 * Schedule.SECOND) : dice.between(0, 50 * Schedule.MILLI);
                unit.later(view, () -> end(lease, refs, outcomes));
                done.accept(inside);
            });
        });
        if (dice.chance(5)) {
            unit.later(dice.between(0, 200 * Schedule.MILLI), () -> {
                if (!isOver[0]) {
                    isOver[0] = true;
                    unit.kernel.discharge(unit.now(), lease);
                    done.accept(List.of());
                }
            });
        }
    }

    /** The bytes were right until the last moment. */
    private void end(Id lease, List<Id> refs, List<Outcome> outcomes) {
        for (int i = 0; i < refs.size(); i++) {
            if (outcomes.get(i) instanceof Outcome.Returned(Payload value)) {
                unit.world.shelf.isRight(unit, refs.get(i), value);
            }
        }
        unit.kernel.discharge(unit.now(), lease);
    }

    // ---- drop

    void drop(Id ref) {
        unit.world.trace.say(unit.uid(), () -> "drops " + ref);
        unit.world.shelf.dropped(ref);
        unit.kernel.discard(unit.now(), ref, answer -> {});
    }
}
