package dev.mosaic.examples.brain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * From plain water to a brain: band after band, each on a grid of its own, beginning with what the last one found.
 *
 * <p><b>Threading:</b> one thread, which also calls the listener.
 */
public final class Inversion {
    private final Settings settings;
    private final Crew crew;
    private final Consumer<Moment> listener;

    public Inversion(Settings settings, Crew crew, Consumer<Moment> listener) {
        this.settings = settings;
        this.crew = crew;
        this.listener = listener;
    }

    /**
     * What it comes to.
     *
     * @param map of the last band's step
     * @param history one moment before the first iteration of each band, and one behind each iteration
     */
    public record Result(SpeedMap map, List<Moment> history) {}

    /** Measures the truth, and finds it again from the measurements. */
    public Result run(SpeedMap truth) {
        List<Moment> history = new ArrayList<>();
        SpeedMap map = SpeedMap.water(truth.width(), truth.height(), truth.step());
        double whole = settings.bands().stream()
                .mapToDouble(band -> cost(band, band.iterations()))
                .sum();
        double before = 0;
        for (int i = 0; i < settings.bands().size(); i++) {
            Band band = settings.bands().get(i);
            Experiment experiment = settings.experiment(band, truth);
            Grid grid = experiment.grid();
            double silence = crew.begin(experiment);
            map = map.fitted(grid.width(), grid.height(), grid.step());
            Descent descent = new Descent(crew, map.speeds());
            for (int iteration = 0; iteration <= band.iterations(); iteration++) {
                if (iteration > 0) {
                    descent.iterate();
                }
                double done = (before + cost(band, iteration)) / whole;
                history.add(new Moment(i, iteration, descent.loss() / silence, done));
                listener.accept(history.getLast());
            }
            map = map.with(descent.speeds());
            before += cost(band, band.iterations());
        }
        return new Result(map, List.copyOf(history));
    }

    /** Of the measurement and that many iterations, in any unit; the measurement costs about two of them. */
    private static double cost(Band band, int iterations) {
        return (3 + iterations) / StrictMath.pow(band.step(), 3);
    }
}
