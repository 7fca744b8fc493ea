package dev.mosaic.simulation;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.monitor.ClusterState;
import dev.mosaic.monitor.MonitorMachine;
import dev.mosaic.monitor.MonitorOutput;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.monitor.StalledClock;
import dev.mosaic.placement.LeastBusy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A monitor around its machine. */
final class MonitorProcess extends LivingProcess implements MonitorOutput {
    /** A tick that comes this late tells that the process was stopped: a quarter of the silence that is borne, as in the shell. */
    private static final long STOPPED = 125 * Schedule.MILLI;

    private final MonitorMachine machine;
    private final StalledClock clock;
    private final long beginNanos;

    /** When each unit was heard last. */
    private final Map<Long, Long> heard = new HashMap<>();

    private final Set<Long> lost = new HashSet<>();

    MonitorProcess(World world, long instance, long epoch) {
        super(world, "monitor", instance);
        this.beginNanos = world.schedule.now();
        this.clock = new StalledClock(world.schedule.now(), STOPPED);
        this.machine = new MonitorMachine(world.schedule.now(), epoch, settings(world), new LeastBusy(), this);
        tick();
    }

    private static MonitorSettings settings(World world) {
        return new MonitorSettings(
                500 * Schedule.MILLI,
                world.programs.leaseNanos(),
                Schedule.SECOND,
                300 * Schedule.MILLI,
                500 * Schedule.MILLI);
    }

    private void tick() {
        machine.tick(clock.now(world.schedule.now()));
        later(50 * Schedule.MILLI, this::tick);
    }

    private long now() {
        return clock.now(world.schedule.now());
    }

    @Override
    void linked(Network.Peer other) {
        machine.connected(now(), other.instance());
    }

    @Override
    void unlinked(Network.Peer other) {
        machine.disconnected(other.instance());
    }

    @Override
    void heard(Network.Peer from, UnitMessage message) {
        heard.put(from.instance(), world.schedule.now());
        if (message instanceof ClusterMessage cluster) {
            machine.received(now(), from.instance(), cluster);
        }
    }

    /** A worker is to end. */
    void drain(long from, long instance, long nanos) {
        event(() -> machine.received(now(), from, new ClusterMessage.Drain(instance, nanos)));
    }

    /** A node has seen a process of its own end. */
    void exited(long instance) {
        event(() -> machine.lose(instance, "its process ended"));
    }

    @Override
    public void send(long unit, ClusterMessage message) {
        if (message instanceof ClusterMessage.Placed placed) {
            world.rooms.placed(placed.tessera(), Set.copyOf(heard.keySet()));
        }
        world.send(this, unit, message);
    }

    @Override
    public void joined(Member member) {
        world.trace.say(uid(), () -> "joined " + member.uid() + "/" + member.instance());
    }

    ClusterState state() {
        return machine.state(now());
    }

    boolean holdsForDead(long instance) {
        return lost.contains(instance);
    }

    @Override
    public void lost(Member member, String reason, boolean orderly) {
        lost.add(member.instance());
        long silent = world.schedule.now() - heard.getOrDefault(member.instance(), beginNanos);
        world.verdict(this, member, reason, orderly, silent);
        world.trace.say(uid(), () -> "lost " + member.uid() + "/" + member.instance() + ": " + reason);
    }
}
