package dev.mosaic.inspect;

import java.util.List;

/**
 * What a store answers to who asks for objects, in JSON with the names of the head's page.
 *
 * @param objects the largest first
 * @param matched how many it has that were asked for; more than objects where the limit was reached
 * @param stores itself, with sums of all it has, whatever was asked for
 */
public record ObjectAnswer(List<ObjectEntry> objects, long matched, List<StoreSums> stores) {
    public ObjectAnswer {
        objects = List.copyOf(objects);
        stores = List.copyOf(stores);
    }
}
