package dev.mosaic.invoke;

/**
 * Calls the members of one tessera class by their index, without reflection. The processor generates one beside each proxy;
 * {@link ReflectiveDispatcher} stands in where it did not.
 *
 * <p>Generated for {@code Solver} it is the public final class {@code SolverDispatcher} of the same package, with a public
 * constructor without parameters and {@code public static final MethodTable TABLE}; for a nested class {@code Outer.Solver}
 * the names are {@code Outer_SolverDispatcher} and {@code Outer_SolverProxy}.
 *
 * <pre>{@code
 * public Solver create(int constructor, Arguments in) {
 *     return switch (constructor) {
 *         case 0 -> new Solver(in.floats());
 *         default -> throw TABLE.noConstructor(constructor);
 *     };
 * }
 * public void call(Solver target, int method, Arguments in, Result out) {
 *     switch (method) {
 *         case 0 -> out.floats(target.data);                         // read of a field
 *         case 1 -> { target.data = in.floats(); out.nothing(); }    // write of a field
 *         case 2 -> { target.report(); out.nothing(); }
 *         case 3 -> out.floats(target.solve(in.floats()));
 *         default -> throw TABLE.noMethod(method);
 *     }
 * }
 * }</pre>
 *
 * <p><b>Threading:</b> stateless; the mailbox decides when it is called. <b>Failure:</b> what user code throws passes through.
 *
 * @param <T> the tessera's class
 */
public interface Dispatcher<T> {
    MethodTable table();

    /** Reads the arguments and makes the object. */
    T create(int constructor, Arguments arguments) throws Throwable;

    /** Reads the arguments, calls the member and writes what it returns, exactly one value. */
    void call(T target, int method, Arguments arguments, Result result) throws Throwable;
}
