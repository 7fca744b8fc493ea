package dev.mosaic.headapi;

import java.util.List;

/**
 * What happened to the units of a cluster, as {@link HeadHttp#EVENTS} gives it.
 *
 * @param events the oldest first
 * @param displaced how many there were before that the head remembers no more
 */
public record EventsPage(List<Event> events, long displaced) {
    public EventsPage {
        events = events == null ? List.of() : List.copyOf(events);
    }

    /** What there is to ask for what comes after these. */
    public long last() {
        return events.isEmpty() ? 0 : events.getLast().number();
    }

    /**
     * A unit that joined, left or was lost.
     *
     * @param number counted by the head, from 1
     * @param at in ISO 8601, by the clock of the head
     * @param kind {@code JOINED}; {@code LEFT} in good order; {@code LOST}
     * @param unit its uid
     * @param node uid of the node it was on; empty for none
     * @param reason why it left or was lost; else empty
     */
    public record Event(long number, String at, String kind, String unit, String node, String reason) {}
}
