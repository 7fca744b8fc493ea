package dev.mosaic.monitor;

/** What becomes of a node that is to be drained. */
public sealed interface DrainAnswer {
    /** Nothing is placed there from now on. */
    record Accepted() implements DrainAnswer {}

    /** It was to be idle, and is not. */
    record Busy(String reason) implements DrainAnswer {}

    /** There is none, or more than one. */
    record Unknown(String reason) implements DrainAnswer {}
}
