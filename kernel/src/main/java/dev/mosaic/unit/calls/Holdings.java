package dev.mosaic.unit.calls;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ValueMessage;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which tesserae this unit holds: by proxies in the program, by payloads that carry them, by calls under way.
 *
 * <p>A tessera's worker is told by {@code Hold} when the first of these comes, and again when the last has gone. In between
 * nothing is sent. A stream that is let go is forgotten by the mailbox; should the unit meet the tessera again before the
 * answer is here, its calls wait for the answer and start a new stream.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) for each proxy.
 */
final class Holdings {
    private final CallMachine machine;
    private final ArrayDeque<Channel> unneeded = new ArrayDeque<>();
    private long lastVersion;

    Holdings(CallMachine machine) {
        this.machine = machine;
    }

    Channel channel(Id tessera, long worker) {
        Channel known = machine.channels.get(tessera);
        if (known != null) {
            return known;
        }
        Channel channel = machine.channels.add(new Channel(tessera, worker));
        if (worker == 0) {
            channel.failure = Failure.of(Failure.Kind.STOPPED, "tessera=" + tessera + " never came to be");
        }
        return channel;
    }

    void pin(List<Carried> carried) {
        for (int i = 0; i < carried.size(); i++) {
            Channel channel = channel(carried.get(i).tessera(), carried.get(i).worker());
            channel.pins++;
            hold(channel);
        }
    }

    void unpin(List<Carried> carried) {
        for (int i = 0; i < carried.size(); i++) {
            Channel channel = machine.channels.get(carried.get(i).tessera());
            if (channel != null) {
                channel.pins--;
                letGo(channel);
            }
        }
    }

    boolean areRegistered(List<Carried> carried) {
        return firstUnregistered(carried, 0) == carried.size();
    }

    /**
     * The place of one whose worker has not said that it is held here; their number where all have. Who asks again and again begins where
     * it was, so that many answers cost one look at each.
     *
     * @param from those before are looked at again only where all others are registered
     */
    int firstUnregistered(List<Carried> carried, int from) {
        return first(carried, from, false);
    }

    /** The same, where a ref is not while no home is known: the next one has to hear of it before who gave it lets it go. */
    int firstUncounted(List<Carried> carried, int from) {
        return first(carried, from, machine.links.isDead(Carried.HOME));
    }

    private int first(List<Carried> carried, int from, boolean homeless) {
        int size = carried.size();
        int start = Math.min(from, size);
        for (int i = 0; i < size; i++) {
            int place = start + i < size ? start + i : start + i - size;
            if (isAwaited(machine.channels.get(carried.get(place).tessera()), homeless)) {
                return place;
            }
        }
        return size;
    }

    private boolean isAwaited(@Nullable Channel channel, boolean homeless) {
        if (channel == null) {
            return false;
        }
        return (homeless && channel.worker == Carried.HOME)
                || (channel.hold != Channel.Hold.COUNTED
                        && channel.worker != 0
                        && !machine.links.isDead(channel.worker));
    }

    /** True where the call carries a proxy that cannot be reached yet; it is woken when it can. */
    boolean parksUntilReachable(OwnTask entry) {
        List<Carried> carried = entry.arguments.carried();
        for (int i = 0; i < carried.size(); i++) {
            Channel channel = machine.channels.get(carried.get(i).tessera());
            if (channel != null && !channel.isReachable()) {
                channel.waiters.add(entry);
                entry.to(OwnTask.State.PARKED);
                return true;
            }
        }
        return false;
    }

    boolean areReachable(List<Carried> carried) {
        for (int i = 0; i < carried.size(); i++) {
            Channel channel = machine.channels.get(carried.get(i).tessera());
            if (channel != null && !channel.isReachable()) {
                return false;
            }
        }
        return true;
    }

    /** The proxies of a payload with the workers they live in. */
    List<Carried> placed(List<Carried> carried) {
        return carried.isEmpty()
                ? carried
                : carried.stream()
                        .map(each -> {
                            Channel channel = machine.channels.get(each.tessera());
                            return channel == null ? each : new Carried(each.tessera(), channel.worker);
                        })
                        .toList();
    }

    void hold(Channel channel) {
        if (channel.hold == Channel.Hold.NONE) {
            channel.hold = Channel.Hold.SAID;
            channel.holdVersion = nextVersion();
            channel.stream = channel.holdVersion;
            say(channel);
        }
    }

    long nextVersion() {
        return ++lastVersion;
    }

    private void say(Channel channel) {
        machine.links.send(
                channel.worker,
                new ValueMessage.Hold(channel.mailbox, !channel.isClosing(), channel.repeated, channel.holdVersion));
    }

    /** Looks later, when the event is dealt with, whether anything still needs it. */
    void letGo(Channel channel) {
        if (!channel.isNeeded()) {
            unneeded.add(channel);
        }
    }

    void closeUnneeded() {
        for (Channel channel = unneeded.poll(); channel != null; channel = unneeded.poll()) {
            boolean isOpen = channel.hold != Channel.Hold.REMOVED && !channel.isClosing();
            if (channel.isNeeded() || !isOpen || channel.mailbox.isPool()) {
                continue;
            }
            if (channel.worker == 0 || machine.links.isDead(channel.worker)) {
                machine.channels.remove(channel);
            } else if (!channel.isSeeking() && channel.confirmed == channel.next - 1) {
                machine.channels.confirm(channel);
                channel.hold = Channel.Hold.CLOSING;
                channel.holdVersion = nextVersion();
                say(channel);
            }
        }
    }

    void held(long now, long from, ValueMessage.Held held) {
        Channel channel = machine.channels.get(held.tessera());
        if (channel == null || machine.links.actual(channel.worker) != from || channel.holdVersion != held.version()) {
            return;
        }
        if (!channel.isClosing()) {
            channel.hold = channel.hold == Channel.Hold.SAID ? Channel.Hold.COUNTED : channel.hold;
        } else if (channel.isNeeded()) {
            channel.stopClosing();
            channel.restart();
            hold(channel);
            machine.channels.pump(now, channel);
        } else {
            machine.channels.remove(channel);
        }
        machine.channels.registered();
    }

    /** Another home is told what is held. */
    void homeChanged(Channel channel) {
        channel.failure = null;
        channel.hold = channel.hold == Channel.Hold.COUNTED ? Channel.Hold.SAID : channel.hold;
        if (channel.hold == Channel.Hold.NONE && channel.isNeeded()) {
            hold(channel); // it was let go of, and met again, when the home before was lost
        } else {
            connected(channel);
        }
    }

    /** Whoever counts its holders asks. */
    void holdAgain(Channel channel) {
        if (channel.hold == Channel.Hold.SAID || channel.hold == Channel.Hold.COUNTED) {
            say(channel);
        }
    }

    /** What counts for nobody now is let go of; the rest the next home is told. */
    void homeLost(Channel channel) {
        channel.stopClosing();
        letGo(channel);
    }

    void connected(Channel channel) {
        if (channel.isClosing() || channel.hold == Channel.Hold.SAID) {
            say(channel);
        }
    }
}
