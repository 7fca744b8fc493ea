package dev.mosaic.unit.calls;

import dev.mosaic.message.Claim;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A call as it is made: what to call, with what, and how.
 *
 * @param method index of the member; of a stateless task, whatever the shell put there
 * @param peek true where it runs at once, out of order
 * @param timeoutNanos 0 for none
 * @param maxRetries how often it is sent again: a stateless task whose worker is lost, any call that fails in a retriable way
 * @param dependencies in the order in which the arguments count them
 * @param parent the call whose code makes this one; null where none does
 * @param retriable the failures of user code that are worth another attempt
 * @param near true where a stateless task is to run in the worker that makes or keeps its first dependency
 * @param worker the instance of the only worker where a stateless task may run: it fails with that; 0 for any
 * @param claim of a stateless task: what it needs where it runs; {@link Claim#NONE} for the usual processor
 * @param durable true where the result is put into the warehouse before it is told
 * @param era that of the parent, see {@link dev.mosaic.message.BarrierMessage}; {@link #NO_ERA} where no call's code makes it
 */
public record Order(
        int method,
        boolean peek,
        long timeoutNanos,
        int maxRetries,
        List<Dependency> dependencies,
        Payload arguments,
        @Nullable Id parent,
        Predicate<Failure> retriable,
        boolean near,
        long worker,
        boolean durable,
        Claim claim,
        int era) {
    /** Its unit knows. */
    public static final int NO_ERA = StreamMessage.Call.NO_ERA;

    /** No failure is worth another attempt. */
    public static final Predicate<Failure> NEVER = failure -> false;

    /** That of a drop. */
    static final Order NOTHING = new Order(0, false, 0, 0, List.of(), Payload.EMPTY);

    public Order {
        dependencies = List.copyOf(dependencies);
    }

    /** Made by no call's code. */
    public Order(
            int method,
            boolean peek,
            long timeoutNanos,
            int maxRetries,
            List<Dependency> dependencies,
            Payload arguments) {
        this(method, peek, timeoutNanos, maxRetries, dependencies, arguments, null, NEVER, false);
    }

    /** For any worker. */
    public Order(
            int method,
            boolean peek,
            long timeoutNanos,
            int maxRetries,
            List<Dependency> dependencies,
            Payload arguments,
            @Nullable Id parent,
            Predicate<Failure> retriable,
            boolean near) {
        this(method, peek, timeoutNanos, maxRetries, dependencies, arguments, parent, retriable, near, 0, false);
    }

    /** It claims nothing. */
    public Order(
            int method,
            boolean peek,
            long timeoutNanos,
            int maxRetries,
            List<Dependency> dependencies,
            Payload arguments,
            @Nullable Id parent,
            Predicate<Failure> retriable,
            boolean near,
            long worker,
            boolean durable) {
        this(
                method,
                peek,
                timeoutNanos,
                maxRetries,
                dependencies,
                arguments,
                parent,
                retriable,
                near,
                worker,
                durable,
                Claim.NONE);
    }

    /** The same without its arguments, which are not needed any more. */
    Order withoutArguments() {
        return arguments.equals(Payload.EMPTY) ? this : with(Payload.EMPTY, parent, era);
    }

    /** Of no parent's era. */
    public Order(
            int method,
            boolean peek,
            long timeoutNanos,
            int maxRetries,
            List<Dependency> dependencies,
            Payload arguments,
            @Nullable Id parent,
            Predicate<Failure> retriable,
            boolean near,
            long worker,
            boolean durable,
            Claim claim) {
        this(
                method,
                peek,
                timeoutNanos,
                maxRetries,
                dependencies,
                arguments,
                parent,
                retriable,
                near,
                worker,
                durable,
                claim,
                NO_ERA);
    }

    /** The same, made by the code of that call. */
    Order by(@Nullable Id maker, int itsEra) {
        return with(arguments, maker, itsEra);
    }

    private Order with(Payload others, @Nullable Id maker, int itsEra) {
        return new Order(
                method,
                peek,
                timeoutNanos,
                maxRetries,
                dependencies,
                others,
                maker,
                retriable,
                near,
                worker,
                durable,
                claim,
                itsEra);
    }

    /** True where a stateless task needs a seat that has what it claims. */
    public boolean isClaiming() {
        return claim.isCounted();
    }

    /** True where it may run in one worker only. */
    public boolean isPinned() {
        return worker != 0;
    }
}
