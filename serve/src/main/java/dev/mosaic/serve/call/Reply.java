package dev.mosaic.serve.call;

/**
 * What a call over http comes back with, as the worker has made it.
 *
 * @param status of http
 * @param body JSON: the result, or a problem
 */
public record Reply(int status, String body) {
    /** What a call in JSON gets of a method that gives values one by one; it has not run. */
    public static final Reply STREAMS = new Reply(0, "");

    /** What a call gets of one whose place another takes; it has not run. */
    public static final Reply RETIRED = new Reply(-1, "");

    /** True for {@link #RETIRED}. */
    public boolean retired() {
        return status < 0;
    }

    /** True for {@link #STREAMS}. */
    public boolean streams() {
        return status == 0;
    }

    /** True where the body is a problem. */
    public boolean isProblem() {
        return status >= 400;
    }
}
