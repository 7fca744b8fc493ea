package dev.mosaic.store.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryFormTest {
    /** 2,000,000 refs are the most that a value may have inside. */
    @ParameterizedTest
    @ValueSource(ints = {10, 65_535, 65_536, 66_000, 2_000_000})
    void shouldKeepEntriesWithManyRefsInside(int count) throws MessageFormatException {
        List<Carried> refs = IntStream.range(0, count)
                .mapToObj(i -> new Carried(new Id(9, i), Carried.HOME))
                .toList();
        ObjectMessage.Shape shape = new ObjectMessage.Shape(
                new Id(1, 2),
                "list",
                0,
                new Payload(new byte[4096], List.of(), refs),
                Collections.nCopies(Math.min(count, 65_536), 5L));

        ByteBuffer bytes = ByteBuffer.wrap(EntryForm.head(shape, List.of()));

        assertThat(bytes.get(EntryForm.HEAD_BYTES)).isEqualTo((byte) MessageWriter.VERSION);
        assertThat(EntryForm.read(bytes).shape()).isEqualTo(shape);
    }
}
