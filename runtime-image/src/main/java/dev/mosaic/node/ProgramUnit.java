package dev.mosaic.node;

import dev.mosaic.Bundle;
import dev.mosaic.CallOptions;
import dev.mosaic.Dropped;
import dev.mosaic.ForEachOptions;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Reservation;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.Worker;
import dev.mosaic.function.Action2;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.unit.Creation;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import dev.mosaic.unit.Unit;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The head of a cluster that was started with it: closing it ends the cluster.
 *
 * @param head does all else
 * @param cluster what {@link #close} ends, the head first
 */
record ProgramUnit(Unit head, Ending cluster) implements Unit {
    @Override
    public Creation create(MethodTable table, int constructor, TesseraOptions options) {
        return head.create(table, constructor, options);
    }

    @Override
    public Outgoing submit(Serializable body, CallOptions options) {
        return head.submit(body, options);
    }

    @Override
    public <A extends @Nullable Object, R extends @Nullable Object> List<Task<R>> map(
            Collection<? extends A> items, Function1<A, R> function, CallOptions options) {
        return head.map(items, function, options);
    }

    @Override
    public <A extends @Nullable Object> List<Dropped<A>> forEach(
            Collection<? extends A> items, Action2<Worker, A> action, ForEachOptions options) {
        return head.forEach(items, action, options);
    }

    @Override
    public TesseraHandle find(String name, MethodTable expected) {
        return head.find(name, expected);
    }

    @Override
    public boolean barrier(Duration timeout) {
        return head.barrier(timeout);
    }

    @Override
    public <T extends @Nullable Object> List<Task<T>> waitAny(
            Collection<? extends Task<T>> tasks, int count, Duration timeout) {
        return head.waitAny(tasks, count, timeout);
    }

    @Override
    public <T extends @Nullable Object> List<Task<T>> inOrderOfEnd(Collection<? extends Task<T>> tasks) {
        return head.inOrderOfEnd(tasks);
    }

    @Override
    public <T extends @Nullable Object> Ref<T> put(T value, PutOption... options) {
        return head.put(value, options);
    }

    @Override
    public Reservation reserve(List<Bundle> bundles, Reservation.Layout layout) {
        return head.reserve(bundles, layout);
    }

    @Override
    public Optional<Worker> worker() {
        return head.worker();
    }

    @Override
    public List<String> workers() {
        return head.workers();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
