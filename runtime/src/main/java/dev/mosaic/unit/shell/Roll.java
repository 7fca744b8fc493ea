package dev.mosaic.unit.shell;

import dev.mosaic.message.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The units that are there, for threads outside the loop. <b>Threading:</b> written in the loop, read by any thread. */
final class Roll {
    private final Bell changed;
    private final long program;
    private volatile List<Member> members = List.of();

    /** @param program whose workers count; 0 for all */
    Roll(Patience patience, long program) {
        this.program = program;
        this.changed = new Bell(patience);
    }

    void joined(Member member) {
        List<Member> more = new ArrayList<>(members);
        more.add(member);
        members = List.copyOf(more);
        ring();
    }

    void lost(Member member) {
        members = members.stream()
                .filter(other -> other.instance() != member.instance())
                .toList();
        ring();
    }

    void ring() {
        changed.ring();
    }

    List<Member> of(Member.Kind kind) {
        return members.stream().filter(member -> member.kind() == kind).toList();
    }

    /** Waits until the condition is true or the time is over; who comes and goes wakes it. */
    boolean await(Engine engine, BooleanSupplier done, long timeoutNanos) {
        return changed.with(() -> Seat.await(engine, done, Answer.NOBODY, timeoutNanos));
    }

    /** The instance of the worker of that uid; 0 where none is there. */
    long instanceOf(String uid) {
        return uid.isEmpty()
                ? 0
                : workers().stream()
                        .filter(worker -> worker.uid().equals(uid))
                        .mapToLong(Member::instance)
                        .findFirst()
                        .orElse(0);
    }

    /** Those of the own program. */
    List<Member> workers() {
        return members.stream()
                .filter(member -> member.kind() == Member.Kind.WORKER && member.serves(program))
                .toList();
    }
}
