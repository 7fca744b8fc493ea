package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.links.LinkOutput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes down what a machine wants done, and plays the caller's side of its unit. */
final class Recorder implements LinkOutput, MailboxOutput, CallerSide {
    record Sent(long unit, UnitMessage message) {}

    final List<Sent> sent = new ArrayList<>();
    final List<Run> started = new ArrayList<>();
    final List<Run> resumed = new ArrayList<>();
    final List<Failure> deadlocks = new ArrayList<>();
    final List<Id> ended = new ArrayList<>();
    final List<Id> interrupted = new ArrayList<>();
    final List<String> endings = new ArrayList<>();
    final List<Id> cancelledParents = new ArrayList<>();
    final Map<Id, Need> ownTasks = new HashMap<>();
    final List<Carried> pinned = new ArrayList<>();
    final List<Payload> released = new ArrayList<>();
    final Map<Id, Consumer<List<Outcome>>> leases = new LinkedHashMap<>();
    final List<Id> discharged = new ArrayList<>();
    boolean registered = true;
    long counter;
    boolean flowing;
    boolean endsByForce;

    @Override
    public void send(long unit, UnitMessage message) {
        sent.add(new Sent(unit, message));
    }

    @Override
    public void dial(long unit) {}

    @Override
    public boolean isFlowing(Id tessera) {
        return flowing;
    }

    @Override
    public void start(Run run) {
        started.add(run);
    }

    @Override
    public void resume(Run run) {
        resumed.add(run);
    }

    @Override
    public void deadlock(Run run, Failure failure) {
        deadlocks.add(failure);
    }

    @Override
    public void interrupt(Run run) {
        interrupted.add(run.task());
    }

    @Override
    public boolean endWorker(String reason) {
        endings.add(reason);
        return endsByForce;
    }

    @Override
    public void drained() {
        endings.add("drained");
    }

    @Override
    public void cancelAll(long now, Id parent, boolean force) {
        cancelledParents.add(parent);
    }

    @Override
    public void letGo(Payload result) {
        released.add(result);
    }

    @Override
    public Id acquire(List<Id> refs, Consumer<List<Outcome>> answer) {
        Id lease = new Id(0, -1 - leases.size());
        leases.put(lease, answer);
        return lease;
    }

    @Override
    public void discharge(Id lease) {
        discharged.add(lease);
    }

    @Override
    public void ended(Id tessera) {
        ended.add(tessera);
    }

    @Override
    public @Nullable Need whereIs(Id task) {
        return ownTasks.get(task);
    }

    @Override
    public void pin(List<Carried> carried) {
        pinned.addAll(carried);
    }

    @Override
    public void unpin(List<Carried> carried) {
        carried.forEach(pinned::remove);
    }

    @Override
    public List<Carried> placed(List<Carried> carried) {
        return carried;
    }

    @Override
    public int firstUnregistered(List<Carried> carried, int from) {
        return registered ? carried.size() : 0;
    }

    @Override
    public long counterOf(Id tessera) {
        return counter;
    }

    /** What was sent since last asked, of that kind. */
    <M extends UnitMessage> List<M> take(Class<M> kind) {
        List<M> taken = new ArrayList<>();
        sent.removeIf(each -> {
            boolean fits = kind.isInstance(each.message);
            if (fits) {
                taken.add(kind.cast(each.message));
            }
            return fits;
        });
        return taken;
    }

    /** The tasks that were started since last asked. */
    List<Id> takeStarted() {
        List<Id> tasks = started.stream().map(Run::task).toList();
        started.clear();
        return tasks;
    }
}
