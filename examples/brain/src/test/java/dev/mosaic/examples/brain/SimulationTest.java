package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Waves go where they should, and leave. */
class SimulationTest {
    private final SpeedMap water = SpeedMap.water(80, 80, 2e-3f);

    @Test
    void shouldLetTheWaveLeave() {
        Survey survey = new Survey(Ring.within(water), 16, 1, 80e3);
        Grid grid = Grid.of(water, 2 * survey.duration());
        Traces here = new Simulation(survey, grid, water.speeds()).traces(0);

        // The same ring amid so much water that nothing comes back in time.
        SpeedMap sea = SpeedMap.water(240, 240, water.step());
        Ring amid = new Ring(
                new Point(0.24f, 0.24f), survey.ring().a(), survey.ring().b());
        Traces there = new Simulation(new Survey(amid, 16, 1, 80e3), Grid.of(sea, 2 * survey.duration()), sea.speeds())
                .traces(0);
        assertThat(here.minus(there).energy() / there.energy())
                .as("part of the energy that is reflected")
                .isLessThan(0.006);
        assertThat(there.energy()).isPositive();
    }

    @Test
    void shouldTravelAtTheSpeedOfSound() {
        Survey survey = new Survey(Ring.within(water), 4, 1, 100e3);
        Grid grid = Grid.of(water, survey.duration());
        double slow = arrival(new Simulation(survey, grid, water.speeds()).traces(0));
        float[] faster = water.speeds().clone();
        Arrays.fill(faster, 1600);
        double fast = arrival(new Simulation(survey, grid, faster).traces(0));
        // From element 0 to element 2: across the ring. Beyond the map is water, where none of the way leads.
        double way = 2 * survey.ring().a();
        assertThat(slow - fast).isCloseTo(way / 1500 - way / 1600, within(0.4e-6));
    }

    @Test
    void shouldHearTheSameOnGridsOfOtherSteps() {
        Survey survey = new Survey(Ring.within(water), 16, 1, 80e3);
        Grid coarse = Grid.of(water, survey.duration());
        SpeedMap finer = water.resampled(1.25e-3f);
        Grid fine = Grid.of(finer, survey.duration() + 1e-5, 2);
        Traces rough = new Simulation(survey, coarse, water.speeds()).traces(0);
        Traces exact =
                new Simulation(survey, fine, finer.speeds()).traces(0).resampled(coarse.steps(), coarse.timeStep());
        assertThat(rough.minus(exact).energy() / exact.energy())
                .as("part of the energy by which they differ")
                .isLessThan(0.002);
    }

    @Test
    void shouldHearTheSameBothWays() {
        // Reciprocity: source and receiver change places. The disc reaches the elements a little, which sources do not
        // know.
        SpeedMap disc = Disc.map(80);
        Survey survey = new Survey(Ring.within(disc), 12, 12, 90e3);
        Grid grid = Grid.of(disc, survey.duration());
        Simulation simulation = new Simulation(survey, grid, disc.speeds());
        Traces there = simulation.traces(1);
        Traces back = simulation.traces(6);
        int six = Arrays.binarySearch(survey.hearing(1), 6);
        int one = Arrays.binarySearch(survey.hearing(6), 1);
        double largest = largest(there);
        for (int n = 0; n < grid.steps(); n++) {
            assertThat(back.at(one, n)).isCloseTo(there.at(six, n), within((float) (3e-3 * largest)));
        }
    }

    /** When the pressure at element 2, the second of those that hear, is largest. */
    private static double arrival(Traces traces) {
        int latest = 0;
        for (int n = 0; n < traces.samples(); n++) {
            latest = Math.abs(traces.at(1, n)) > Math.abs(traces.at(1, latest)) ? n : latest;
        }
        return latest * (double) traces.timeStep();
    }

    @Test
    void shouldLeaveTheSenderAndThoseBesideItDeaf() {
        Survey survey = new Survey(Ring.within(water), 40, 4, 100e3);
        Point sender = survey.places().get(survey.element(1));
        assertThat(survey.element(1)).isEqualTo(10);
        assertThat(survey.hearing(1))
                .hasSizeLessThan(40)
                .doesNotContain(9, 10, 11)
                .contains(0, 5, 15, 30);
        for (int element : survey.hearing(1)) {
            assertThat(sender.distance(survey.places().get(element))).isGreaterThan(Survey.DEAFENED);
        }
    }

    private static double largest(Traces traces) {
        double largest = 0;
        for (float value : traces.values()) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }
}
