package dev.mosaic.unit.shell;

import dev.mosaic.message.Member;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A unit that nobody can dial, such as a program behind a gateway, dials all that may have to say something to it: nodes, stores, and its
 * own workers.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one link for each of them. <b>Failure:</b> those that are not linked are dialled again every
 * {@value #AGAIN_SECONDS} s.
 */
final class Outreach {
    private static final long AGAIN_SECONDS = 1;
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(AGAIN_SECONDS);

    private final Engine engine;
    private final boolean isOutside;
    private final Map<Long, Member> members = new LinkedHashMap<>();
    private long lastNanos;

    Outreach(Engine engine, boolean isOutside) {
        this.engine = engine;
        this.isOutside = isOutside;
    }

    void joined(Member member) {
        boolean mayCall = switch (member.kind()) {
            case NODE, WAREHOUSE -> true;
            case WORKER -> member.serves(engine.self.instance());
            case PROGRAM, MONITOR, GATEWAY -> false;
        };
        if (isOutside && mayCall && member.instance() != engine.self.instance()) {
            members.put(member.instance(), member);
            engine.courier.dial(member);
        }
    }

    void lost(Member member) {
        members.remove(member.instance());
    }

    void tick(long now) {
        if (isOutside && now - lastNanos > AGAIN_NANOS) {
            lastNanos = now;
            members.values().stream()
                    .filter(member -> !engine.courier.isLinked(member.instance()))
                    .forEach(engine.courier::dial);
        }
    }
}
