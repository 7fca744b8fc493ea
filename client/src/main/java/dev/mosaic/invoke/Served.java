package dev.mosaic.invoke;

/**
 * An object that stands in the place of a tessera's own, and says itself how it is called: it gives the members of its class to who calls
 * by their index, and more to who calls by numbers that no member has.
 *
 * <p><b>Threading:</b> as a tessera's object.
 */
public interface Served {
    /** As {@link Dispatcher#call}. */
    void call(int method, Arguments arguments, Result result) throws Throwable;

    /** True where the method with that index returns before its value is there: then it runs in a virtual thread. */
    boolean isAsynchronous(int method);
}
