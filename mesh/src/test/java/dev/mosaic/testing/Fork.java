package dev.mosaic.testing;

/**
 * Which of the JVMs of tests that run beside each other this one is. What the whole machine has once, such as numbers of ports, they split:
 * each takes from a part of its own.
 *
 * <p>Surefire says the number in {@code surefire.forkNumber}, the POM how many there are in {@code mosaic.forks}. Without them this JVM is
 * the only one.
 *
 * @param number from 1 on
 * @param count how many there are
 */
public record Fork(int number, int count) {
    private static final Fork OWN =
            new Fork(Integer.getInteger("surefire.forkNumber", 1), Integer.getInteger("mosaic.forks", 1));

    public Fork {
        if (number < 1 || number > count) {
            throw new IllegalArgumentException("there is no JVM of tests " + number + " of " + count
                    + "; say in -Dmosaic.forks how many run beside each other");
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
        return OWN;
    }

    /** What of these numbers is this JVM's. The parts are of one size, and have none in common. */
    public Range part(int first, int end) {
        int size = (end - first) / count;
        int begin = first + (number - 1) * size;
        return new Range(begin, begin + size);
    }
}
