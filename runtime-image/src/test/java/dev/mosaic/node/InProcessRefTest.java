package dev.mosaic.node;

import dev.mosaic.StartOptions;

/** Entries where the workers live in this JVM. */
class InProcessRefTest extends RefSuite {
    @Override
    void choose(StartOptions options) {
        options.inProcess();
    }
}
