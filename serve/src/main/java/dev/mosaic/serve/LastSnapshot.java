package dev.mosaic.serve;

import dev.mosaic.MosaicException;
import dev.mosaic.unit.Standing;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Which incarnation a tessera has, and when its state was kept last, as the warehouse says. It is asked where another life is seen, and while it
 * lives each 10 s: so a busy tessera is no news more often than that, and one that nobody calls is none at all. To ask tells the warehouse, too,
 * whose the next life is; one that is new has to hear of it.
 *
 * <p><b>Threading:</b> one thread looks, any reads. <b>Failure:</b> where there is no answer, all stays as it was said before.
 */
final class LastSnapshot {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.serve");
    private static final long EACH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final InstantSource clock;
    private final LongSupplier nanos;
    private String askedAbout = "";
    private long askedNanos;
    private volatile Optional<Standing> said = Optional.empty();
    private volatile String at = "";

    /**
     * Nothing is known.
     *
     * @param clock for people
     * @param nanos for spans of time
     */
    LastSnapshot(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
    }

    /** 0 where nothing is known. */
    long incarnation() {
        return said.map(Standing::incarnation).orElse(0L);
    }

    /** To the second, as ISO 8601 writes it; empty for none that is known. */
    String at() {
        return at;
    }

    /**
     * Asks, where it is time to.
     *
     * @param life which one is seen, in any words
     * @param lives false where it is passive: then its state is what it is
     */
    void look(String life, boolean lives, Supplier<Optional<Standing>> question) {
        long now = nanos.getAsLong();
        if (life.equals(askedAbout) && !(lives && now - askedNanos >= EACH_NANOS)) {
            return;
        }
        askedAbout = life;
        askedNanos = now;
        try {
            question.get().ifPresent(this::hear);
        } catch (MosaicException unknown) {
            LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", life, unknown.getMessage());
        }
    }

    /** The same state is of the same time, though it is never said as so long ago to the millisecond. */
    private void hear(Standing now) {
        boolean isSame = said.filter(each -> each.incarnation() == now.incarnation() && each.number() == now.number())
                .isPresent();
        if (!isSame || at.isEmpty()) {
            at = now.keptAgo()
                    .map(ago -> clock.instant()
                            .minus(ago)
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString())
                    .orElse(at);
        }
        said = Optional.of(now);
    }
}
