package dev.mosaic.store;

import dev.mosaic.store.tier.BucketException;
import dev.mosaic.unit.objects.BucketProblem;
import dev.mosaic.unit.objects.LifeRecord;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the records of durable lives are: one small object each, which a home replaces only where it wrote the one before, or claimed it
 * when it came back.
 *
 * <p><b>Threading:</b> any thread; one write of each life at a time. <b>Failure:</b> is told; nothing is changed where another home has
 * written since.
 */
interface LifeTier {
    /** The end of each name. */
    String ENDING = ".life";

    /**
     * Writes one in the place of the one before.
     *
     * @param done is told the problem; null for none
     */
    void write(LifeRecord record, Consumer<@Nullable BucketProblem> done);

    /** All that are there from before. From now on they are this home's, and no other one's that is still there. Before any is written. */
    List<LifeRecord> claim() throws IOException, BucketException;
}
