package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is known of durable lives, kept in the durable tier before it counts. Of each there is one record, which is replaced as a whole, and
 * only where no other home has replaced it since: so a home that was cut off raises nothing, and takes nothing back.
 *
 * <p>One write is under way for each life; what changes meanwhile goes with the next one. Entries that a life needs no more are let go of
 * when no record names them.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> a write for each state, place and rest of a durable life; nothing for others.
 * <b>Failure:</b> who can be told is told; the write is tried again until it is done. A life that another home has is forgotten.
 */
final class Records {
    private static final long AGAIN_NANOS = 1_000_000_000L;

    /** @param isPatient it waits for as long as it takes, and is told of no failure */
    private record Waiting(Consumer<@Nullable Failure> done, boolean isPatient) {}

    private static final class Page {
        private @Nullable LifeRecord written;
        private @Nullable LifeRecord underWay;
        private @Nullable LifeRecord wanted;
        private boolean hasFailed;
        private long failedNanos;

        /** Who waits for what is under way, and for what is wanted. */
        private List<Waiting> first = new ArrayList<>(1);

        private List<Waiting> second = new ArrayList<>(1);

        /** Entries that it names no more; from what is under way on, and from what is wanted on. */
        private List<Id> unnamed = new ArrayList<>(1);

        private List<Id> unwanted = new ArrayList<>(1);

        private boolean isSettled() {
            return underWay == null && wanted == null;
        }
    }

    private final StoreMachine machine;
    private final Map<Id, Page> pages = new LinkedHashMap<>();

    Records(StoreMachine machine) {
        this.machine = machine;
    }

    /** Those that are not as they are to be. */
    int open() {
        return (int) pages.values().stream().filter(page -> !page.isSettled()).count();
    }

    /** It was there before. */
    void found(LifeRecord record) {
        Page page = new Page();
        page.written = record;
        pages.put(record.tessera(), page);
    }

    /** The life is another than it was: says when that is kept, or why it is not yet. At once for one that is not durable. */
    void change(Life life, Consumer<@Nullable Failure> done) {
        write(life, new Waiting(done, false));
    }

    /** The same, where nobody can be told that it is not. */
    void changeAtLast(Life life, Runnable done) {
        write(life, new Waiting(failure -> done.run(), true));
    }

    private void write(Life life, Waiting waiting) {
        Page page = pages.get(life.tessera);
        if (!life.isDurable() && page == null) {
            waiting.done.accept(null);
            return;
        }
        if (life.unstored > 0) {
            return; // it is written when all it names is there
        }
        if (page == null) {
            page = new Page();
            pages.put(life.tessera, page);
        }
        page.second.add(waiting);
        page.wanted = LifeRecord.of(life, !life.isDurable());
        begin(page);
    }

    /** Nothing of it is to be found again. */
    void end(Life life) {
        Page page = pages.get(life.tessera);
        if (page != null) {
            page.wanted = LifeRecord.of(life, true);
            begin(page);
        }
    }

    /** When all that was changed so far is kept; at once where it is. */
    void whenKept(Id tessera, Consumer<@Nullable Failure> done) {
        await(tessera, new Waiting(done, false));
    }

    /** The same, where nobody can be told that it is not. */
    void whenKeptAtLast(Id tessera, Runnable done) {
        await(tessera, new Waiting(failure -> done.run(), true));
    }

    private void await(Id tessera, Waiting waiting) {
        Page page = pages.get(tessera);
        if (page == null || page.isSettled()) {
            waiting.done.accept(null);
        } else {
            (page.wanted == null ? page.first : page.second).add(waiting);
        }
    }

    /** An entry that it needs no more. */
    void release(Life life, Id ref) {
        Page page = pages.get(life.tessera);
        if (page == null) {
            machine.catalogue.release(ref);
        } else {
            page.unwanted.add(ref);
        }
    }

    /** What is kept says that this life is where it is. */
    boolean hasPlace(Life life) {
        LifeRecord written = written(life);
        return !life.isDurable()
                || (written != null
                        && written.raise().incarnation() == life.incarnation
                        && written.worker() == life.worker);
    }

    /** What is kept says that it came to that life. */
    boolean hasReached(Life life, long incarnation) {
        LifeRecord written = written(life);
        return !life.isDurable() || (written != null && written.raise().incarnation() >= incarnation);
    }

    private @Nullable LifeRecord written(Life life) {
        Page page = pages.get(life.tessera);
        return page == null ? null : page.written;
    }

    private void begin(Page page) {
        LifeRecord wanted = page.wanted;
        if (page.underWay != null || wanted == null || isTooEarly(page)) {
            return;
        }
        page.underWay = wanted;
        page.wanted = null;
        page.first.addAll(page.second);
        page.second = new ArrayList<>(1);
        page.unnamed.addAll(page.unwanted);
        page.unwanted = new ArrayList<>(1);
        machine.out.record(wanted);
    }

    private boolean isTooEarly(Page page) {
        return page.hasFailed && machine.now - page.failedNanos < AGAIN_NANOS;
    }

    /** A write has ended. */
    void recorded(Id tessera, @Nullable BucketProblem problem) {
        Page page = pages.get(tessera);
        LifeRecord done = page == null ? null : page.underWay;
        if (page == null || done == null) {
            return;
        }
        page.underWay = null;
        if (problem == null) {
            page.written = done;
            page.hasFailed = false;
            isKept(tessera, page, done);
        } else if (problem.kind() == BucketProblem.Kind.TAKEN) {
            pages.remove(tessera);
            machine.catalogue.isElsewhere(tessera);
        } else {
            isNotKept(tessera, page, done, problem);
        }
    }

    private void isKept(Id tessera, Page page, LifeRecord done) {
        List<Id> unnamed = page.unnamed;
        page.unnamed = new ArrayList<>(1);
        if (done.isOver() && page.wanted == null) {
            pages.remove(tessera);
            unnamed.addAll(page.unwanted);
        }
        unnamed.forEach(machine.catalogue::release);
        List<Waiting> first = page.first;
        page.first = new ArrayList<>(1);
        begin(page);
        first.forEach(each -> each.done.accept(null));
    }

    private void isNotKept(Id tessera, Page page, LifeRecord done, BucketProblem problem) {
        page.hasFailed = true;
        page.failedNanos = machine.now;
        page.wanted = page.wanted == null ? done : page.wanted;
        page.unwanted.addAll(page.unnamed);
        page.unnamed.clear();
        List<Waiting> first = page.first;
        page.first = new ArrayList<>(1);
        first.stream().filter(Waiting::isPatient).forEach(page.second::add);
        Failure failure = Failure.of(
                Failure.Kind.DURABILITY_UNAVAILABLE,
                "what is known of tessera=" + tessera + " could not be made durable: " + problem.words());
        first.stream().filter(each -> !each.isPatient).forEach(each -> each.done.accept(failure));
    }

    void tick() {
        if (!pages.isEmpty()) {
            List.copyOf(pages.values()).forEach(this::begin);
        }
    }
}
