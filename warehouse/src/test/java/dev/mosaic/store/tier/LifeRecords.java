package dev.mosaic.store.tier;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Claim;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Need;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.objects.LifeRecord;
import java.util.List;

/** Records of one life. */
public final class LifeRecords {
    private static final Id TESSERA = new Id(7, 5).withLives();

    private LifeRecords() {}

    /** With a state. */
    public static LifeRecord of(long incarnation, boolean isOver) {
        LifeTerms terms =
                new LifeTerms(-1, true, 0).passiveAfter(90).takingOver("2").durable(true);
        StreamMessage.Create create = new StreamMessage.Create(
                TESSERA,
                TESSERA,
                1,
                -1,
                "org.example.Counter",
                9,
                0,
                1,
                "counter",
                List.of(Need.entry(new Id(3, 1)), Need.entry(new Id(3, 2))),
                Payload.EMPTY,
                Claim.NONE,
                terms);
        return new LifeRecord(
                new LifeMessage.Raise(TESSERA, incarnation, 2, true, create),
                List.of(new Id(3, 1)),
                Carried.HOME,
                11,
                4,
                true,
                isOver);
    }
}
