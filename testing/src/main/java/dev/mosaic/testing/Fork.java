package dev.mosaic.testing;

import java.util.Properties;

/**
 * The number of this JVM among those that run tests beside each other. What a machine has only once, such as ports, is split: each JVM takes
 * from a part of its own.
 *
 * <p>The POM sets {@code mosaic.forks}, the most JVMs there can be, and {@code mosaic.fork}, the number of this one. Surefire counts over all
 * modules that Maven tests at the same time, not within one. Without {@code mosaic.forks}, as in an IDE, this JVM is the only one. With it, a
 * number that is missing is an error: all would take from the same part.
 *
 * @param number from 1 on
 * @param count how many there are
 */
public record Fork(int number, int count) {
    public Fork {
        if (number < 1 || number > count) {
            throw new IllegalArgumentException("there is no JVM of tests " + number + " of " + count
                    + "; the POM has to say -Dmosaic.fork and -Dmosaic.forks");
        }
    }

    /** Numbers from {@code first} on, without {@code end}. */
    public record Range(int first, int end) {
        public int size() {
            return end - first;
        }
    }

    /** This JVM. */
    public static Fork own() {
        return of(System.getProperties());
    }

    static Fork of(Properties said) {
        int count = Integer.parseInt(said.getProperty("mosaic.forks", "1"));
        String number = said.getProperty("mosaic.fork", count == 1 ? "1" : "");
        return new Fork(number.matches("\\d+") ? Integer.parseInt(number) : 0, count);
    }

    /** What of these numbers is this JVM's. The parts are of one size, and have none in common. */
    public Range part(int first, int end) {
        int size = (end - first) / count;
        int begin = first + (number - 1) * size;
        return new Range(begin, begin + size);
    }
}
