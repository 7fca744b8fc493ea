package dev.mosaic.headapi;

import java.util.List;

/**
 * Objects of a cluster, as {@link HeadHttp#OBJECTS} gives them: entries of the warehouse, the largest first.
 *
 * @param matched how many there are; more than objects where the limit was reached
 * @param stores the warehouse and the stores of nodes, with sums of all they have, whatever was asked for; all 0 where one id was
 * @param silent stores that did not answer in time: what only they know is missing here
 */
public record ObjectsPage(List<ObjectState> objects, long matched, List<StoreState> stores, List<String> silent) {
    public ObjectsPage {
        objects = objects == null ? List.of() : List.copyOf(objects);
        stores = stores == null ? List.of() : List.copyOf(stores);
        silent = silent == null ? List.of() : List.copyOf(silent);
    }

    /**
     * An object, as the warehouse knows it.
     *
     * @param id as it stands at the end of its uid
     * @param uid as {@code Ref.uid} has it
     * @param tiers {@code memory}, {@code disk}, {@code bucket}: where unit has its bytes; none where other stores alone have them
     * @param state {@code KEPT}; {@code WRITTEN} by its putter just now; {@code COMING} from another store; {@code LOADING} from a lower
     *     tier; {@code ELSEWHERE} in other stores alone; {@code MISSING} where none has it; {@code DROPPED} and still leased
     * @param holders uids of units that hold its ref
     * @param insideOf how many objects have its ref inside
     * @param leases how many reads and views keep it in memory, or wait for it
     * @param unit uid of the store that says all this
     * @param copies uids of other stores with all of it
     * @param putter uid of the unit that put it
     */
    public record ObjectState(
            String id,
            String uid,
            long bytes,
            List<String> tiers,
            String state,
            boolean durable,
            boolean broadcast,
            List<String> holders,
            int insideOf,
            int leases,
            String unit,
            List<String> copies,
            String putter) {
        public ObjectState {
            tiers = tiers == null ? List.of() : List.copyOf(tiers);
            holders = holders == null ? List.of() : List.copyOf(holders);
            copies = copies == null ? List.of() : List.copyOf(copies);
        }
    }

    /**
     * A store.
     *
     * @param objects how many it knows
     * @param memoryBytes of those in memory; one that is on disk too counts there again
     */
    public record StoreState(String unit, long objects, long memoryBytes, long diskBytes, long bucketBytes) {}
}
