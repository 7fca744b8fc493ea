package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The inversion by workers that have an OpenCL device each. */
@Timeout(180) // Five JVMs start, and compile the kernels.
class DeviceCrewTest {
    private final Settings settings =
            new Settings(32, 8, 0.02, List.of(new Band(50e3, 7e-3f, 1), new Band(60e3, 6e-3f, 2)));

    @Test
    void shouldGiveTheSameBitsWithAnyNumberOfDevicesAndThePictureOfTheProcessor() throws IOException {
        OpenClDriver.assumed();
        SpeedMap brain = Anatomy.read(Slice.FOLDER).map();
        float[] processor = new Inversion(settings, new LocalCrew(), moment -> {})
                .run(brain)
                .map()
                .speeds();
        try (Mosaic mosaic = Mosaic.start(options -> options.workers(1).gpus(2).noDashboard())) {
            float[] one = on(mosaic, 1, brain);
            float[] two = on(mosaic, 2, brain);
            assertThat(Arrays.mismatch(one, two)).as("first cell that differs").isEqualTo(-1);
            float[] difference = Vectors.difference(one, processor);
            float[] found = Vectors.difference(
                    processor, SpeedMap.water(1, processor.length, 1).speeds());
            assertThat(Math.sqrt(Vectors.dot(difference, difference) / Vectors.dot(found, found)))
                    .as("beside what was found; the noise of the measurement is 0.02")
                    .isLessThan(0.002);
        }
    }

    private float[] on(Mosaic mosaic, int devices, SpeedMap brain) {
        Crew crew = new MosaicCrew(mosaic, devices, Backend.OPENCL);
        return new Inversion(settings, crew, moment -> {}).run(brain).map().speeds();
    }
}
