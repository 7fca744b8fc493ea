package dev.mosaic.headapi;

import java.util.List;

/**
 * Lines that calls printed in a unit, as {@link HeadHttp#LINES} gives them.
 *
 * @param lines in the order in which they were printed
 * @param next number of the last line that was looked at: asking for lines after it goes on
 * @param printed number of the last line there is; more than next where the limit was reached
 * @param displaced how many lines, the first ones, the unit remembers no more
 */
public record LinesPage(List<Line> lines, long next, long printed, long displaced) {
    public LinesPage {
        lines = lines == null ? List.of() : List.copyOf(lines);
    }

    /**
     * A line.
     *
     * @param number of the line in its unit, from 1
     * @param at when it was printed, by the clock of the unit
     * @param task id of the call that printed it
     * @param tessera empty of a stateless task
     * @param error true where it went to standard error
     * @param text without its end of line
     */
    public record Line(long number, String at, String task, String tessera, boolean error, String text) {}
}
