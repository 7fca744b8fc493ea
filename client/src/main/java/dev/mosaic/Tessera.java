package dev.mosaic;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class whose objects can live in a worker. The class stays ordinary: {@code new Solver(x)} makes a local object,
 * {@code SolverProxy.remote(x)} a tessera.
 *
 * <p><b>Threading:</b> calls to one tessera run one at a time, those of one caller in the order it made them, each seeing
 * all writes of the one before; so the class needs no locks. {@link #concurrency} above 1, or an asynchronous method, gives that
 * up, for the class to deal with. A method is asynchronous where it returns a {@code CompletionStage}, {@code Uni} or {@link
 * Task}: it starts in order and runs in a virtual thread; once it has returned, the tessera's next call may start, and a {@code
 * Uni} is subscribed to. Its task gives the promise's value, and is RUNNING until that is there; {@link Task#cancel()} cancels
 * the promise. A method that returns a {@code Multi} is asynchronous too: the proxy's gives a {@code Multi}, for one subscriber, whose
 * items come as that requests them; each is captured when it is emitted. <b>Failure:</b> a class that is
 * private, inner or abstract cannot be served; the annotation processor says so when it compiles.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Tessera {
    /**
     * How many of its calls may run at once. They start in order. Above 1 they need no permit of the worker: each has a thread, up to 256
     * of such calls at once in a worker, over all its tesserae; calls that wait for a task do not count. More of them wait for their turn.
     * Where all of them wait for later calls of the same tessera, they wait until a deadline of theirs.
     */
    int concurrency() default 1;
}
