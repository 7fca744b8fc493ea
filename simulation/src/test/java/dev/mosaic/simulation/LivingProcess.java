package dev.mosaic.simulation;

import dev.mosaic.message.UnitMessage;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** A process: it lives, can be stalled as by SIGSTOP, and dies for good. What comes while it is stalled waits. */
abstract class LivingProcess implements Network.Peer {
    final World world;
    private final String uid;
    private final long instance;
    private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();
    private final Map<Long, Long> links = new HashMap<>();
    private boolean alive = true;
    private long stalledUntil;

    LivingProcess(World world, String uid, long instance) {
        this.world = world;
        this.uid = uid;
        this.instance = instance;
    }

    @Override
    public final String uid() {
        return uid;
    }

    @Override
    public final long instance() {
        return instance;
    }

    @Override
    public final boolean isAlive() {
        return alive;
    }

    final boolean isStalled() {
        return stalledUntil > world.schedule.now();
    }

    final void stall(long nanos) {
        stalledUntil = world.schedule.now() + nanos;
        world.trace.say(uid, () -> "stalled for " + nanos / Schedule.MILLI + " ms");
        world.schedule.at(stalledUntil, this::drain);
    }

    final void wake() {
        stalledUntil = 0;
        drain();
    }

    private void drain() {
        while (alive && !isStalled() && !inbox.isEmpty()) {
            inbox.poll().run();
        }
    }

    /** Ends it; nothing of it happens any more. */
    final void kill() {
        alive = false;
        inbox.clear();
    }

    /** An event of this process, now or when it is no longer stalled. */
    final void event(Runnable action) {
        if (!alive) {
            return;
        }
        if (isStalled() || !inbox.isEmpty()) {
            inbox.add(action);
        } else {
            action.run();
        }
    }

    /** An event of this process after some time. */
    final void later(long nanos, Runnable action) {
        world.schedule.after(nanos, () -> event(action));
    }

    @Override
    public final void connected(Network.Peer other, long link) {
        event(() -> {
            links.put(other.instance(), link);
            world.trace.say(uid, () -> "linked to " + other.uid());
            linked(other);
        });
    }

    @Override
    public final void disconnected(Network.Peer other) {
        event(() -> {
            links.remove(other.instance());
            world.trace.say(uid, () -> "unlinked from " + other.uid());
            unlinked(other);
        });
    }

    @Override
    public final long link(Network.Peer other) {
        return links.getOrDefault(other.instance(), 0L);
    }

    @Override
    public final void received(Network.Peer from, UnitMessage message) {
        event(() -> {
            world.trace.say(uid, () -> "<- " + from.uid() + " " + message);
            heard(from, message);
        });
    }

    abstract void linked(Network.Peer other);

    abstract void unlinked(Network.Peer other);

    abstract void heard(Network.Peer from, UnitMessage message);

    @Override
    public final String toString() {
        return uid + "/" + instance;
    }
}
