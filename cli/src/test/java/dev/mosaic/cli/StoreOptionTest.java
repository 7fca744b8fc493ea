package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreOptionTest {
    @TempDir
    Path folder;

    /** Java calls each user without an entry in passwd {@code ?}. */
    @Test
    void shouldNameTheFolderAfterTheUserThatTheSystemKnows_S7_5() throws Exception {
        String said = System.setProperty("user.name", "?");
        try {
            assertThat(StoreOption.temporary(Optional.empty()).getFileName())
                    .hasToString("mosaic-" + Files.getOwner(folder).getName());
        } finally {
            System.setProperty("user.name", said);
        }
    }
}
