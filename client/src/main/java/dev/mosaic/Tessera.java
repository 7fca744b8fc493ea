package dev.mosaic;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class of actors, for which a proxy class is generated. Objects of the class can be created in workers; such an object is a tessera. The
 * class remains an ordinary one: {@code new Solver(x)} creates a local object, {@code SolverProxy.remote(x)} a tessera.
 *
 * <p><b>Asynchronous methods.</b> A method that returns a {@code CompletionStage}, {@code Uni} or {@link Task} starts in order, and runs in a
 * virtual thread. When it has returned, the next call of the tessera can start. The task of the call is RUNNING until the value is available, and
 * has that value; {@link Task#cancel()} cancels the promise. A method that returns a {@code Multi} is asynchronous, too: the method of the proxy
 * returns a {@code Multi} for one subscriber, which gets items as it requests them. Each item is copied when it is emitted.
 *
 * <p><b>Threading:</b> calls of one tessera run one at a time, those of one caller in their order, and each sees all writes of the call before. So
 * the class needs no locks, except with {@link #concurrency} above 1 or with asynchronous methods. <b>Failure:</b> a private, inner or abstract
 * class is a compile error.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Tessera {
    /**
     * The number of calls of a tessera that can run at the same time; they start in order. If it is above 1, the calls need no slot of the worker:
     * each call has a thread. At most 256 such calls run in a worker, not counting those that wait for a task; further calls wait for their turn. If
     * all running calls wait for later calls of the same tessera, they wait until their timeouts.
     */
    int concurrency() default 1;
}
