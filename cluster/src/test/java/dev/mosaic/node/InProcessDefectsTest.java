package dev.mosaic.node;

import dev.mosaic.Mosaic;

/** Workers in this JVM. */
class InProcessDefectsTest extends OriginalDefectsSuite {
    @Override
    Mosaic open() {
        return Mosaic.start(options -> options.workers(2).inProcess());
    }
}
