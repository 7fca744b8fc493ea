package dev.mosaic.node;

import java.util.Map;

/** How a process ended, in words. */
final class ExitWords {
    private static final int SIGNALS = 128;
    private static final Map<Integer, String> NAMES =
            Map.of(6, "SIGABRT", 7, "SIGBUS", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM");

    private ExitWords() {}

    /** @param code as Java gives it: 128 and the signal's number where one ended the process */
    static String of(int code) {
        if (code <= SIGNALS) {
            return "its process ended with exit code " + code;
        }
        int signal = code - SIGNALS;
        return "its process was ended by signal " + signal
                + (NAMES.containsKey(signal) ? " (" + NAMES.get(signal) + ")" : "");
    }
}
