package dev.mosaic.message;

/**
 * A unit, as the monitor makes it known.
 *
 * <pre>
 *   text uid, i64 instance, u8 kind, text endpoint, text node, u16 permits
 * </pre>
 *
 * @param uid its name
 * @param instance its boot
 * @param kind what it is
 * @param endpoint where it can be dialled; empty where it cannot
 * @param node uid of the node it belongs to; empty where it belongs to none
 * @param permits how many calls of user code it runs at once; 0 where it runs none
 */
public record Member(String uid, long instance, Kind kind, String endpoint, String node, int permits) {
    /** What a unit is. The order is on the wire: add at the end. */
    public enum Kind {
        HEAD,
        MONITOR,
        GATEWAY,
        NODE,
        WORKER,
        WAREHOUSE
    }
}
