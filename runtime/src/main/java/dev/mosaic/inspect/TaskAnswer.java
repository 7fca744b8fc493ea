package dev.mosaic.inspect;

import java.util.List;

/**
 * What a unit answers to who asks for tasks.
 *
 * @param ended calls that have ended since the unit began, each in one unit: {@link MethodSums}
 * @param failed of these
 * @param upstreamFailed of these, those that did not run, since an argument failed
 * @param displaced of those that ended or failed, how many it remembers no more
 * @param matched how many it has that were asked for; more than entries where the limit was reached
 */
public record TaskAnswer(
        long ended, long failed, long upstreamFailed, long displaced, long matched, List<TaskEntry> entries) {
    public TaskAnswer {
        entries = List.copyOf(entries);
    }

    /** The same, each of whose entries that live has that input. */
    public TaskAnswer withInput(String words) {
        return new TaskAnswer(
                ended,
                failed,
                upstreamFailed,
                displaced,
                matched,
                entries.stream()
                        .map(entry -> entry.endedMicros() == 0 && !entry.told() ? entry.withInput(words) : entry)
                        .toList());
    }
}
