package dev.mosaic.examples.brain;

import static dev.mosaic.PutOption.publish;

import dev.mosaic.ArgumentFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.ResultLostException;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a Mosaic. Each source's gradient is one call, made where a worker is free; the gradients are kept in the warehouse and summed on the
 * workers, two by two in an order that depends on the number of sources only.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> what a lost worker was computing is computed again; after {@value #TRIES}
 * sums in a row that came to nothing the loss is thrown.
 */
public final class MosaicCrew implements Crew {
    private static final int TRIES = 5;

    private final Mosaic mosaic;
    private final int workers;
    private @Nullable Rota rota;
    private List<Ref<Traces>> measured = List.of();

    /** Computes on that many workers. */
    public MosaicCrew(Mosaic mosaic, int workers) {
        this.mosaic = mosaic;
        this.workers = workers;
    }

    @Override
    public double begin(Experiment experiment) {
        Rota next = new Rota(workers, () -> ShotProxy.remote(experiment));
        rota = next;
        int sources = experiment.survey().sources();
        List<Traces> heard = again(() -> mosaic.gather(next.run(sources, ShotProxy::measure)));
        measured = heard.stream().map(traces -> mosaic.put(traces)).toList();
        return Crew.silence(heard);
    }

    @Override
    public Gradient gradient(float[] speeds) {
        Rota current = rota;
        if (current == null) {
            throw new IllegalStateException("no experiment was begun");
        }
        Ref<float[]> model = mosaic.put(speeds, publish());
        try {
            return again(() -> sum(current, model));
        } finally {
            model.drop();
        }
    }

    private Gradient sum(Rota current, Ref<float[]> model) {
        List<Task<Gradient>> gradients =
                current.run(measured.size(), (shot, source) -> shot.gradient(source, model, measured.get(source)));
        Task<Gradient> sum =
                Pairwise.sum(gradients.size(), gradients::get, (a, b) -> mosaic.submit(Gradient::sum, a, b));
        return sum.result();
    }

    /** Results can be lost after their calls are done, before they are used. */
    private static <T> T again(Supplier<T> work) {
        for (int i = 1; ; i++) {
            try {
                return work.get();
            } catch (WorkerLostException | ResultLostException | ArgumentFailedException lost) {
                if (i == TRIES || !Rota.isLoss(lost)) {
                    throw lost;
                }
            }
        }
    }
}
