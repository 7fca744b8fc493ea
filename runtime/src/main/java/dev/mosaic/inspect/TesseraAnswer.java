package dev.mosaic.inspect;

import java.util.List;

/**
 * What a unit answers to who asks for tesserae.
 *
 * @param matched how many it has that were asked for; more than entries where the limit was reached
 */
public record TesseraAnswer(long matched, List<TesseraEntry> entries) {
    public TesseraAnswer {
        entries = List.copyOf(entries);
    }
}
