package dev.mosaic.node;

import dev.mosaic.Mosaic;
import dev.mosaic.StartOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Devices of workers in this JVM: they know them, and its environment is what it is. */
class InProcessDevicesTest extends DevicesSuite {
    @Override
    Mosaic open(Consumer<StartOptions> options) {
        return Mosaic.start(options.andThen(StartOptions::inProcess));
    }

    @Override
    String visible(List<String> ids) {
        return Optional.ofNullable(System.getenv("CUDA_VISIBLE_DEVICES")).orElse("unset");
    }
}
