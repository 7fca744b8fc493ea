package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole way, in this thread. */
class InversionTest {
    @Test
    void shouldFindADisc() {
        SpeedMap truth = Disc.map(60);
        Settings settings = new Settings(32, 8, 0.02, List.of(new Band(60e3, 4e-3f, 4), new Band(90e3, 2.5e-3f, 4)));
        Inversion.Result result = new Inversion(settings, new LocalCrew(), moment -> {}).run(truth);
        boolean[] disc = new boolean[truth.speeds().length];
        for (int i = 0; i < disc.length; i++) {
            disc[i] = truth.speeds()[i] > SpeedMap.WATER + 5;
        }
        assertThat(ErrorNorm.of(result.map(), new Anatomy(truth, disc))).isLessThan(0.25);
    }

    @Test
    void shouldSayHowFarItIs() {
        Settings settings = new Settings(16, 4, 0.02, List.of(new Band(50e3, 5e-3f, 2), new Band(60e3, 4e-3f, 1)));
        List<Moment> told = new ArrayList<>();
        Inversion.Result result = new Inversion(settings, new LocalCrew(), told::add).run(Disc.map(40));
        assertThat(told).isEqualTo(result.history());
        assertThat(told).extracting(Moment::band).containsExactly(0, 0, 0, 1, 1);
        assertThat(told).extracting(Moment::iteration).containsExactly(0, 1, 2, 0, 1);
        assertThat(told).extracting(Moment::done).isSorted().endsWith(1.0);
        assertThat(told.get(2).loss()).isLessThan(told.get(0).loss());
        assertThat(told.get(4).loss()).isLessThan(told.get(3).loss());
    }

    @Test
    void shouldMeasureWithNoiseOfItsOwnForEachSourceAndTheSameEachTime() {
        SpeedMap truth = Disc.map(40);
        Experiment quiet = Disc.experiment(truth);
        Experiment silent = new Experiment(truth, quiet.survey(), quiet.grid(), 0);
        Traces exact = new Measurement(silent).of(0);
        Traces noisy = new Measurement(quiet).of(0);
        double part = StrictMath.sqrt(noisy.minus(exact).energy() / exact.energy());
        assertThat(part).isBetween(0.019, 0.021);
        assertThat(Arrays.mismatch(new Measurement(quiet).of(0).values(), noisy.values()))
                .isEqualTo(-1);
        float[] other = new Measurement(quiet)
                .of(1)
                .minus(new Measurement(silent).of(1))
                .values();
        assertThat(Arrays.mismatch(other, noisy.minus(exact).values())).isNotEqualTo(-1);
    }

    @Test
    void shouldDrawAPictureOfTheBrain() throws IOException {
        Anatomy anatomy = Anatomy.read(Slice.FOLDER);
        Settings settings = new Settings(16, 4, 0.02, List.of(new Band(60e3, 3e-3f, 2)));
        List<Moment> history = List.of(new Moment(0, 0, 0.2, 0.2), new Moment(0, 1, 0.05, 1));
        Inversion.Result result = new Inversion.Result(anatomy.map(), history);
        BufferedImage image = Picture.of(anatomy, result, settings);
        assertThat(image.getWidth()).isGreaterThan(3 * 2 * 197);
        assertThat(image.getHeight()).isGreaterThan(2 * 2 * 233);
        // The map of the truth is at the left.
        int brain = 0;
        for (int y = 0; y < 300; y++) {
            brain += image.getRGB(230, 100 + y) == image.getRGB(31, 60) ? 0 : 1;
        }
        assertThat(brain).as("pixels in a column of the map that are not water").isGreaterThan(150);
    }
}
