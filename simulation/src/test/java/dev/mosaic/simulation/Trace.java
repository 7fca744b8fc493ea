package dev.mosaic.simulation;

import java.util.function.Supplier;

/** What happened, line by line, where somebody looks. */
final class Trace {
    private final Schedule schedule;
    private final boolean on;

    Trace(Schedule schedule, boolean on) {
        this.schedule = schedule;
        this.on = on;
    }

    void say(String who, Supplier<String> what) {
        if (on) {
            System.out.printf("%12.3f ms  %-14s %s%n", schedule.now() / 1e6, who, what.get());
        }
    }
}
