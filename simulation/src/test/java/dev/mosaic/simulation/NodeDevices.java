package dev.mosaic.simulation;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The workers with devices of a node: each has its own for its life, as the slots of a real node give them. */
final class NodeDevices {
    /** A wish for one, and its process. */
    private static final class Slot {
        private final long ticket;
        private final Member program;
        private final int devices;
        private List<String> gpus = List.of();
        private @Nullable UnitProcess worker;
        private boolean isStarting;
        private boolean joined;

        private Slot(ClusterMessage.Equip wish) {
            this.ticket = wish.ticket();
            this.program = wish.program();
            this.devices = wish.devices();
        }
    }

    private final NodeProcess node;
    private final List<Slot> slots = new ArrayList<>();
    private int started;

    NodeDevices(NodeProcess node) {
        this.node = node;
    }

    /** The same ticket asks for the same worker. */
    void equip(ClusterMessage.Equip wish) {
        boolean isHeard = slots.stream()
                .anyMatch(slot -> slot.ticket == wish.ticket()
                        && slot.program.instance() == wish.program().instance());
        if (!isHeard) {
            slots.add(new Slot(wish));
        }
    }

    void heard(ClusterMessage.Members members) {
        for (Slot slot : slots) {
            UnitProcess worker = slot.worker;
            if (worker != null) {
                slot.joined |= members.joined().stream().anyMatch(each -> each.instance() == worker.instance());
                if (members.lost().stream().anyMatch(each -> each.instance() == worker.instance())) {
                    node.later(0, () -> node.world.kill(worker, "its node was told that it is dead"));
                }
            }
        }
    }

    /** Starts what has its devices, and forgets what is over. */
    void tick() {
        slots.removeIf(this::isOver);
        for (Slot slot : slots) {
            if (slot.worker == null && !slot.isStarting && isEquipped(slot)) {
                slot.isStarting = true;
                node.later(node.world.schedule.between(5 * Schedule.MILLI, 300 * Schedule.MILLI), () -> start(slot));
            }
        }
    }

    private boolean isOver(Slot slot) {
        UnitProcess worker = slot.worker;
        if (worker != null && !worker.isAlive()) {
            slot.worker = null;
            return slot.joined || !node.world.programs.isServed(slot.program.instance());
        }
        return worker == null && !slot.isStarting && !node.world.programs.isServed(slot.program.instance());
    }

    private boolean isEquipped(Slot slot) {
        if (slot.gpus.isEmpty()) {
            List<String> free = new ArrayList<>(node.member().gpus());
            slots.forEach(other -> free.removeAll(other.gpus));
            if (free.size() < slot.devices) {
                return false;
            }
            slot.gpus = List.copyOf(free.subList(0, slot.devices));
        }
        return true;
    }

    private void start(Slot slot) {
        String uid = "worker:" + node.uid() + ":gpu:" + ++started + ":" + node.instance();
        slot.isStarting = false;
        slot.worker = node.world.unit(new Member(
                uid,
                node.world.nextInstance(),
                Member.Kind.WORKER,
                "tcp://" + uid,
                node.uid(),
                1,
                slot.program.instance(),
                Resources.NONE,
                slot.gpus));
    }

    /** The processes end with that of their node. */
    void end() {
        for (Slot slot : slots) {
            UnitProcess worker = slot.worker;
            if (worker != null) {
                node.world.kill(worker, "its node has ended");
            }
        }
    }
}
