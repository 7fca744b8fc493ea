package dev.mosaic.process;

import java.nio.file.Path;
import java.util.Optional;

/** The way to a cluster that can be reached as it is. */
record OpenPassage(String address, Optional<Path> keys, Optional<Path> tokenFile) implements Passage {
    @Override
    public void close() {}
}
