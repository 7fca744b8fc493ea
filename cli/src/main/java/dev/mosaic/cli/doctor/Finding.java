package dev.mosaic.cli.doctor;

import dev.mosaic.MosaicException;

/**
 * What a check says.
 *
 * @param check its name
 * @param found the facts, on one line
 * @param remedy what can be typed or done; empty where the verdict is OK
 */
public record Finding(String check, Verdict verdict, String found, String remedy) {
    /** What it means for who starts Mosaic here. */
    public enum Verdict {
        OK,
        /** Mosaic runs, and may fail later. */
        WARN,
        /** Mosaic does not run so. */
        FAIL
    }

    public Finding {
        found = found.replaceAll("\\s*\\R\\s*", " ");
    }

    static Finding ok(String check, String found) {
        return new Finding(check, Verdict.OK, found, "");
    }

    static Finding warn(String check, String found, String remedy) {
        return new Finding(check, Verdict.WARN, found, remedy);
    }

    static Finding fail(String check, String found, String remedy) {
        return new Finding(check, Verdict.FAIL, found, remedy);
    }

    /** Fails with what a process would fail with; the advice is the remedy. */
    static Finding fail(String check, MosaicException failure) {
        return fail(check, failure.what() + " (" + failure.code() + ")", failure.advice());
    }
}
