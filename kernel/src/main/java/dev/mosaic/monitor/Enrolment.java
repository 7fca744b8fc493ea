package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Gives numbers to units that come without a name: the smallest that no living unit of the kind has.
 *
 * <p>A monitor that is new waits for a while before it gives any: the units of the one before it say who they are first.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(units) for a number. <b>Failure:</b> a number that is given and not used is free
 * again later.
 */
final class Enrolment {
    private record Promise(Member.Kind kind, int number, long givenNanos) {}

    private final Roster roster;
    private final MonitorSettings settings;
    private final MonitorOutput out;
    private final long openNanos;
    private final Map<Long, Member.Kind> waiting = new LinkedHashMap<>();
    private final Map<Long, Promise> promises = new HashMap<>();

    Enrolment(long now, Roster roster, MonitorSettings settings, MonitorOutput out) {
        this.roster = roster;
        this.settings = settings;
        this.out = out;
        this.openNanos = now + settings.enrolNanos();
    }

    void ask(long now, long from, Member.Kind kind) {
        waiting.put(from, kind);
        tick(now);
    }

    void tick(long now) {
        if (!waiting.isEmpty() && now - openNanos >= 0) {
            waiting.forEach((from, kind) -> answer(now, from, kind));
            waiting.clear();
        }
    }

    private void answer(long now, long from, Member.Kind kind) {
        promises.values().removeIf(promise -> now - promise.givenNanos > settings.leaseNanos());
        Promise promise = promises.get(from);
        if (promise == null) {
            promise = new Promise(kind, free(kind), now);
            promises.put(from, promise);
        }
        out.send(from, new ClusterMessage.Enrolled(promise.number));
    }

    private int free(Member.Kind kind) {
        Set<String> taken = new HashSet<>();
        roster.living().forEach(entry -> taken.add(entry.member.uid()));
        promises.values().stream()
                .filter(promise -> promise.kind == kind)
                .forEach(promise -> taken.add(uid(kind, promise.number)));
        int number = 0;
        while (taken.contains(uid(kind, number))) {
            number++;
        }
        return number;
    }

    /** A unit has come under a name: it needs no promise, and the name is free once it has gone. */
    void came(Member member) {
        promises.values().removeIf(promise -> uid(promise.kind, promise.number).equals(member.uid()));
    }

    private static String uid(Member.Kind kind, int number) {
        return kind.prefix() + ":" + number;
    }
}
