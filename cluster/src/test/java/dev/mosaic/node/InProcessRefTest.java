package dev.mosaic.node;

import dev.mosaic.StartOptions;
import org.junit.jupiter.api.Tag;

/** Entries where the workers live in this JVM. */
@Tag("long")
@Tag("variants")
class InProcessRefTest extends RefSuite {
    @Override
    void choose(StartOptions options) {
        options.inProcess();
    }
}
