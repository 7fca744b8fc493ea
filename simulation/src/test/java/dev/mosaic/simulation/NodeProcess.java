package dev.mosaic.simulation;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.links.Epochs;
import java.util.List;

/** A node: it offers what may be taken there, and starts the workers that the monitor asks for. Its workers are processes of their own. */
final class NodeProcess extends MemberProcess {
    private final Epochs epochs = new Epochs();
    private final NodeDevices devices = new NodeDevices(this);
    private long monitor;
    private int ticks;

    NodeProcess(World world, Member member) {
        super(world, member);
        tick();
    }

    private void tick() {
        if (ticks++ % 2 == 0) {
            world.tell(this, monitor, new ClusterMessage.Heartbeat(0, 0, 0));
        }
        devices.tick();
        later(50 * Schedule.MILLI, this::tick);
    }

    /** With all its processes whose devices the next one would give again. */
    void end() {
        devices.end();
    }

    @Override
    void linked(Network.Peer other) {
        if (other.uid().equals("monitor")) {
            monitor = other.instance();
            world.met(this, monitor);
            world.tell(
                    this,
                    monitor,
                    new ClusterMessage.Hello(
                            member(),
                            0,
                            List.of(),
                            List.of(),
                            List.of(),
                            List.of(),
                            epochs.toTell(monitor),
                            epochs.isKnownTo(monitor)));
        }
    }

    @Override
    void unlinked(Network.Peer other) {}

    @Override
    void heard(Network.Peer from, UnitMessage message) {
        if (from.instance() != monitor || epochs.isReplaced(monitor)) {
            return;
        }
        if (message instanceof ClusterMessage.Staff staff) {
            world.staff(this, staff.program().instance(), staff.workers());
        } else if (message instanceof ClusterMessage.Equip equip) {
            devices.equip(equip);
        } else if (message instanceof ClusterMessage.Members members && epochs.heeds(monitor, members.epoch())) {
            devices.heard(members);
            if (members.lost().stream().anyMatch(loss -> loss.instance() == instance())) {
                later(0, () -> world.kill(this, "excluded"));
            }
        }
    }

    @Override
    long open() {
        return 0;
    }

    @Override
    String describe() {
        return "offers=" + member().offers();
    }
}
