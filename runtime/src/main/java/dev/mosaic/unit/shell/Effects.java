package dev.mosaic.unit.shell;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.kernel.KernelOutput;
import dev.mosaic.unit.mailbox.Run;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Does what the kernel asks: each word goes to the part that it is for. None of them calls the kernel or user code.
 *
 * <p><b>Threading:</b> the loop.
 */
final class Effects implements KernelOutput {
    /** A monitor that is gone answers nothing. */
    private static final long MOST_UNTIL_HEARD_MILLIS = 1_000;

    /** For what was placed here before the monitor heard: it comes from those who asked for a place, and is given back. */
    private static final long GIVE_BACK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** For the monitor to hear that the process ends. */
    private static final long LAST_WORDS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Engine engine;
    private final PrintedLines printed;
    private final CountDownLatch heardOfEnd = new CountDownLatch(1);
    private boolean ends;

    Effects(Engine engine) {
        this.engine = engine;
        this.printed = new PrintedLines(engine.printing::tell, engine.options.events());
    }

    @Override
    public void send(long unit, UnitMessage message) {
        engine.courier.send(unit, message);
    }

    @Override
    public void quiet(long request) {
        engine.barriers.quiet(request);
    }

    @Override
    public void barrierFailed(long request, Failure failure) {
        engine.barriers.failed(request, failure);
    }

    @Override
    public void dial(Member member) {
        engine.courier.dial(member);
    }

    @Override
    public void joined(Member member) {
        engine.met(member);
        engine.roll.joined(member);
        engine.outreach.joined(member);
        engine.clock.tell(() -> engine.options.events().joined(member));
    }

    @Override
    public void lost(Member member, String reason) {
        engine.roll.lost(member);
        engine.outreach.lost(member);
        engine.courier.close(member);
        engine.sharing.lost(member.instance());
        engine.outflows.lost(member.instance());
        engine.clock.tell(() -> engine.options.events().lost(member, reason));
    }

    @Override
    public void excluded(String reason) {
        engine.clock.tell(() -> engine.options.events().excluded(reason));
    }

    @Override
    public void received(long from, UnitMessage message) {
        switch (message) {
            case ClusterMessage.Looked _ -> heardOfEnd.countDown();
            case ClusterMessage.Output output -> printed.received(output);
            case ClusterMessage.Booked booked -> engine.rooms.booked(booked);
            case ClusterMessage.Refused refused -> engine.rooms.refused(refused);
            case ClusterMessage.Surveyed surveyed -> engine.surveys.surveyed(surveyed);
            case ClusterMessage.Query query -> engine.queries.asked(from, query);
            case ClusterMessage.Shutdown _ ->
                engine.clock.tell(() -> engine.options.events().shutdown());
            case LifeMessage.Adopted adopted -> engine.takeOvers.adopted(adopted);
            case CodeMessage.WantClass want -> engine.classes.asked(from, want);
            case CodeMessage.ClassBytes answer -> engine.classes.answered(from, answer);
            case CodeMessage question ->
                engine.clock.tell(() -> engine.options
                        .events()
                        .asked(question, answer -> engine.loop.run(now -> engine.courier.send(from, answer))));
            default -> {}
        }
    }

    @Override
    public void completed(Id task, Outcome outcome) {
        engine.ledger.completed(task, outcome);
    }

    @Override
    public void unwanted(Id task) {
        engine.ledger.unwanted(task);
    }

    @Override
    public void value(Id task, Outcome outcome) {
        engine.ledger.value(task, outcome);
    }

    @Override
    public void found(long request, ClusterMessage.@Nullable Named named) {
        engine.searches.found(request, named);
    }

    @Override
    public void creditFreed() {
        engine.creditFreed();
    }

    @Override
    public void start(Run run) {
        engine.lanes.start(run);
    }

    @Override
    public void resume(Run run) {
        engine.lanes.resume(run);
    }

    @Override
    public void deadlock(Run run, Failure failure) {
        engine.lanes.deadlock(run, failure);
    }

    @Override
    public void interrupt(Run run) {
        engine.lanes.interrupt(run);
    }

    @Override
    public boolean endWorker(String reason) {
        if (!engine.options.events().endsByForce()) {
            return false;
        }
        if (ends) {
            return true;
        }
        ends = true;
        engine.loop.later(now -> engine.kernel.ends());
        // Not the clock's thread, which may have other news to tell first, nor a virtual one: the code may hold all
        // carriers.
        Thread.ofPlatform()
                .daemon()
                .name("mosaic-" + engine.options.uid() + "-end")
                .start(() -> {
                    awaitNoMorePlaces();
                    pause(GIVE_BACK_NANOS);
                    engine.loop.run(now -> engine.kernel.leave("it ends " + reason));
                    pause(LAST_WORDS_NANOS);
                    engine.options.events().forced(reason);
                });
        return true;
    }

    /** Until the monitor places nothing here any more. */
    private void awaitNoMorePlaces() {
        try {
            heardOfEnd.await(MOST_UNTIL_HEARD_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pause(long nanos) {
        long endNanos = System.nanoTime() + nanos;
        while (System.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    @Override
    public void drained() {
        engine.loop.later(now -> engine.kernel.leave(ClusterMessage.DRAINED));
        engine.clock.tell(() -> engine.options.events().drained());
    }

    @Override
    public boolean isFlowing(Id tessera) {
        return engine.outflows.isFlowing(tessera);
    }

    @Override
    public void ended(Id tessera) {
        engine.lanes.hosted().remove(tessera);
        engine.outflows.ended(tessera);
    }

    @Override
    public void released(Payload payload) {
        engine.sharing.released(payload);
    }

    @Override
    public void letGo(Payload result) {
        engine.sharing.letGo(result);
    }

    /** An entry was dropped of which this process has views: they are garbage most likely, but nobody has looked yet. */
    @Override
    public void recalled(Id ref) {
        engine.collector.want();
    }
}
