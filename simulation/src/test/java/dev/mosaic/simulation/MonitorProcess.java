package dev.mosaic.simulation;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.monitor.MonitorMachine;
import dev.mosaic.monitor.MonitorOutput;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.placement.LeastBusy;

/** A monitor around its machine. */
final class MonitorProcess extends LivingProcess implements MonitorOutput {
    private static final MonitorSettings SETTINGS = new MonitorSettings(
            500 * Schedule.MILLI, 600 * Schedule.SECOND, Schedule.SECOND, 300 * Schedule.MILLI, 500 * Schedule.MILLI);

    private final MonitorMachine machine;

    MonitorProcess(World world, long instance, long epoch) {
        super(world, "monitor", instance);
        this.machine = new MonitorMachine(world.schedule.now(), epoch, SETTINGS, new LeastBusy(), this);
        tick();
    }

    private void tick() {
        machine.tick(world.schedule.now());
        later(50 * Schedule.MILLI, this::tick);
    }

    @Override
    void linked(Network.Peer other) {
        machine.connected(world.schedule.now(), other.instance());
    }

    @Override
    void unlinked(Network.Peer other) {
        machine.disconnected(other.instance());
    }

    @Override
    void heard(Network.Peer from, UnitMessage message) {
        if (message instanceof ClusterMessage cluster) {
            machine.received(world.schedule.now(), from.instance(), cluster);
        }
    }

    /** A worker is to end. */
    void drain(long from, long instance, long nanos) {
        event(() -> machine.received(world.schedule.now(), from, new ClusterMessage.Drain(instance, nanos)));
    }

    /** A node has seen a process of its own end. */
    void exited(long instance) {
        event(() -> machine.lose(instance, "its process ended"));
    }

    @Override
    public void send(long unit, ClusterMessage message) {
        world.send(this, unit, message);
    }

    @Override
    public void joined(Member member) {
        world.trace.say(uid(), () -> "joined " + member.uid() + "/" + member.instance());
    }

    @Override
    public void lost(Member member, String reason, boolean orderly) {
        world.verdict(member);
        world.trace.say(uid(), () -> "lost " + member.uid() + "/" + member.instance() + ": " + reason);
    }
}
