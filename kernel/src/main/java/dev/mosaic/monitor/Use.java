package dev.mosaic.monitor;

import java.util.ArrayList;
import java.util.List;

/**
 * What keeps a node busy. Processes that nobody is in, and leases without tasks, do not.
 *
 * @param tesserae that live there, seats for tasks among them
 * @param calls that run or are queued
 * @param bundles of reservations
 * @param coming what is about to be placed there
 */
record Use(int tesserae, int calls, int bundles, int coming) {
    static final Use NONE = new Use(0, 0, 0, 0);

    Use plus(Use other) {
        return new Use(tesserae + other.tesserae, calls + other.calls, bundles + other.bundles, coming + other.coming);
    }

    boolean isNone() {
        return equals(NONE);
    }

    /** Empty for none. */
    String words() {
        List<String> words = new ArrayList<>();
        add(words, tesserae, "tessera", "tesserae");
        add(words, calls, "call", "calls");
        add(words, bundles, "reserved bundle", "reserved bundles");
        if (coming > 0) {
            words.add("a worker is being started");
        }
        return String.join(", ", words);
    }

    private static void add(List<String> words, int count, String one, String many) {
        if (count > 0) {
            words.add(count + " " + (count == 1 ? one : many));
        }
    }
}
