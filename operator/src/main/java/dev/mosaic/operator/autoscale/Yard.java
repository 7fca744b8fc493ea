package dev.mosaic.operator.autoscale;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A group while a decision is made about it. Used once, by one thread. */
final class Yard {
    final Group group;
    final List<Slot> slots = new ArrayList<>();
    final Set<Slot> used = new HashSet<>();

    /** Asked for in this decision. */
    int opened;

    /** Others are tried before it. */
    boolean isAvoided;

    private final int unmade;

    Yard(Group group, Instant now) {
        this.group = group;
        List<Replica> staying = new ArrayList<>(group.there().stream()
                .filter(each -> each.stage() != Replica.Stage.LEAVING)
                .sorted(Comparator.comparing((Replica each) -> each.stage() == Replica.Stage.COMING)
                        .thenComparing(each -> !each.isBusy())
                        .thenComparing(Replica::idle)
                        .thenComparing(Replica::name))
                .toList());
        // More than was asked for: those behind are about to go.
        while (staying.size() > Math.max(0, group.replicas())) {
            staying.removeLast();
        }
        for (Replica each : staying) {
            slots.add(new Slot(this, Optional.of(each), kind(each, now), each.rooms()));
        }
        unmade = group.replicas() - staying.size();
        for (int i = 0; i < unmade; i++) {
            slots.add(
                    new Slot(this, Optional.empty(), group.refusal().isPresent() ? Kind.LATE : Kind.COMING, offers()));
        }
        slots.stream()
                .filter(each -> each.replica.filter(Replica::isBusy).isPresent())
                .forEach(used::add);
    }

    /** Where something may be put. */
    static final class Slot {
        final Yard yard;
        final Optional<Replica> replica;
        final Kind kind;
        final List<Needs> rooms;

        Slot(Yard yard, Optional<Replica> replica, Kind kind, List<Needs> rooms) {
            this.yard = yard;
            this.replica = replica;
            this.kind = kind;
            this.rooms = new ArrayList<>(rooms);
        }
    }

    enum Kind {
        JOINED,
        COMING,
        /** Asked for in this decision. */
        NEW,
        /** It should have joined long ago. */
        LATE
    }

    private Kind kind(Replica replica, Instant now) {
        if (replica.stage() == Replica.Stage.JOINED) {
            return Kind.JOINED;
        }
        return group.bounds()
                        .filter(bounds ->
                                !replica.since().plus(bounds.provision()).isAfter(now))
                        .isPresent()
                ? Kind.LATE
                : Kind.COMING;
    }

    Slot open() {
        opened++;
        Slot slot = new Slot(this, Optional.empty(), Kind.NEW, offers());
        slots.add(slot);
        return slot;
    }

    void unopen(Slot slot) {
        opened--;
        slots.remove(slot);
    }

    int target() {
        return group.replicas() + opened;
    }

    long pending() {
        return slots.stream().filter(each -> each.kind != Kind.JOINED).count();
    }

    boolean isLate() {
        return slots.stream().anyMatch(each -> each.kind == Kind.LATE);
    }

    /** How many there should be, by what uses them. */
    int needed(Bounds bounds) {
        return Math.min(bounds.max(), Math.max(bounds.min(), used.size()) + bounds.warm());
    }

    private List<Needs> offers() {
        List<Needs> offers = new ArrayList<>();
        for (int i = 0; i < group.hosts(); i++) {
            offers.add(group.offer());
        }
        return offers;
    }
}
