package dev.mosaic.message;

import java.util.List;

/**
 * What a tessera, or a lease for tasks that need more than a processor, claims of the place where it is to be. The worker keeps it and says
 * it to a monitor that is new.
 *
 * <pre>
 *   u8 0 where nothing is claimed, or u8 1 and Resources, u16 count of i64 near, text strategy, Id reservation, u16 bundle
 * </pre>
 *
 * @param needs what it takes as long as it is there
 * @param near instances of units on whose machines larger arguments lie; the first counts most
 * @param strategy of the placement, by its name; empty for the monitor's own
 * @param reservation whose part it takes; {@link #UNRESERVED} for none
 * @param bundle which of the reservation's bundles
 */
public record Claim(Resources needs, List<Long> near, String strategy, Id reservation, int bundle) {
    /** Stands for no reservation. */
    public static final Id UNRESERVED = new Id(0, 0);

    /** Any place will do. */
    public static final Claim NONE = new Claim(Resources.NONE, List.of(), "", UNRESERVED, 0);

    public Claim {
        near = List.copyOf(near);
    }

    /** Room, and nothing else. */
    public static Claim of(Resources needs) {
        return needs.isNone() ? NONE : new Claim(needs, List.of(), "", UNRESERVED, 0);
    }

    public boolean isReserved() {
        return !reservation.equals(UNRESERVED);
    }

    /** True where somebody has to count it. */
    public boolean isCounted() {
        return !needs.isNone() || isReserved();
    }

    /** What is to be remembered of it: where its arguments lay is over. */
    public Claim lasting() {
        return near.isEmpty() ? this : new Claim(needs, List.of(), strategy, reservation, bundle);
    }

    /** The same, near those units. */
    public Claim near(List<Long> units) {
        return units.isEmpty() ? this : new Claim(needs, units, strategy, reservation, bundle);
    }
}
