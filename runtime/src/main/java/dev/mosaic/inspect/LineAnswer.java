package dev.mosaic.inspect;

import java.util.List;

/**
 * What a unit answers to who asks for lines that its calls printed.
 *
 * @param lines in the order in which they were printed
 * @param next number of the last line that was looked at: asking for lines after it goes on
 * @param printed number of the last line there is; more than next where the limit was reached
 * @param displaced how many lines, the first ones, the unit remembers no more
 */
public record LineAnswer(List<LineEntry> lines, long next, long printed, long displaced) {
    public LineAnswer {
        lines = List.copyOf(lines);
    }
}
