package dev.mosaic.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A histogram of how long calls ran: 16 classes for each doubling, so what it says of a call is within 4 % of the truth.
 *
 * @param counts the number of a class, and how many calls are in it, in turn; classes without calls are left out
 */
public record RunTimes(List<Long> counts) {
    /** Of no calls. */
    public static final RunTimes NONE = new RunTimes(List.of());

    private static final int BITS = 4;
    private static final int OF_ONE_DOUBLING = 1 << BITS;

    /** The narrowest class is 64 ns wide. */
    private static final int NARROWEST = 6;

    public RunTimes {
        counts = List.copyOf(counts);
    }

    /** The class of a call that ran for so long. */
    static int classOf(long nanos) {
        long width = Math.max(0, nanos) >>> NARROWEST;
        if (width < OF_ONE_DOUBLING) {
            return (int) width;
        }
        int doublings = Long.SIZE - 1 - Long.numberOfLeadingZeros(width) - BITS;
        return (doublings + 1) * OF_ONE_DOUBLING + (int) (width >>> doublings) - OF_ONE_DOUBLING;
    }

    /** The middle of a class, in nanoseconds. */
    private static double middle(long ofClass) {
        long doublings = Math.max(0, ofClass / OF_ONE_DOUBLING - 1);
        double first = ofClass - doublings * OF_ONE_DOUBLING;
        return (first + 0.5) * Math.scalb(1.0, (int) doublings + NARROWEST);
    }

    /** How many calls are in each class, by its number. */
    static RunTimes of(long[] calls) {
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < calls.length; i++) {
            if (calls[i] > 0) {
                counts.add((long) i);
                counts.add(calls[i]);
            }
        }
        return new RunTimes(counts);
    }

    /** Of both. */
    RunTimes plus(RunTimes other) {
        Map<Long, Long> sum = new TreeMap<>();
        for (RunTimes each : List.of(this, other)) {
            for (int i = 0; i < each.counts.size(); i += 2) {
                sum.merge(each.counts.get(i), each.counts.get(i + 1), Long::sum);
            }
        }
        List<Long> both = new ArrayList<>();
        sum.forEach((ofClass, count) -> both.addAll(List.of(ofClass, count)));
        return new RunTimes(both);
    }

    /** How many calls ran. */
    public long calls() {
        long sum = 0;
        for (int i = 1; i < counts.size(); i += 2) {
            sum += counts.get(i);
        }
        return sum;
    }

    /**
     * Nanoseconds that the given part of the calls took at most: of 0.5 the median. 0 where none ran.
     *
     * @param part above 0, at most 1
     */
    public double quantile(double part) {
        long left = (long) Math.ceil(part * calls());
        for (int i = 0; i < counts.size(); i += 2) {
            left -= counts.get(i + 1);
            if (left <= 0) {
                return middle(counts.get(i));
            }
        }
        return 0;
    }
}
