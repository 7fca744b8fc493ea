package dev.mosaic.system.jobs;

/** What workers get from the job's pod. */
final class Square {
    private Square() {}

    static long of(long number) {
        return number * number;
    }
}
