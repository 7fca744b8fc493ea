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
 * all writes of the one before; so the class needs no locks. {@link #concurrency} above 1, or a method that returns {@code
 * CompletionStage}, {@code Uni} or {@link Task}, gives that up, for the class to deal with. <b>Failure:</b> a class that is
 * private, inner or abstract cannot be served; the annotation processor says so when it compiles.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Tessera {
    /** How many of its calls may run at once. */
    int concurrency() default 1;
}
