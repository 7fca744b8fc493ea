package dev.mosaic.examples.brain;

import static dev.mosaic.PutOption.broadcast;
import static dev.mosaic.PutOption.durable;

import dev.mosaic.CallOptions;
import dev.mosaic.ItemOptions;
import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Task;
import dev.mosaic.TesseraArray;
import dev.mosaic.TesseraOptions;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a Mosaic. Each source's gradient is one call, made where a worker is free; the gradients are kept in the warehouse and summed on the
 * workers, two by two in an order that depends on the number of sources only.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> what a lost worker was computing is computed again, {@value #TRIES} times.
 */
public final class MosaicCrew implements Crew {
    private static final int TRIES = 10;

    private final Mosaic mosaic;
    private final int workers;
    private final Backend backend;
    private @Nullable TesseraArray<ShotProxy> shots;
    private List<Integer> sources = List.of();
    private List<Ref<Traces>> measured = List.of();

    /** Computes on that many workers, with loops of Java. */
    public MosaicCrew(Mosaic mosaic, int workers) {
        this(mosaic, workers, Backend.JAVA);
    }

    /** Computes on that many workers, each of which has a device where the backend needs one. */
    public MosaicCrew(Mosaic mosaic, int workers, Backend backend) {
        this.mosaic = mosaic;
        this.workers = workers;
        this.backend = backend;
    }

    @Override
    public double begin(Experiment experiment) {
        if (shots != null) {
            shots.forEach(ShotProxy::drop); // a device belongs to one
        }
        TesseraArray<ShotProxy> next =
                ShotProxy.withOptions(this::needs).array(workers).remote(experiment, backend);
        shots = next;
        sources = IntStream.range(0, experiment.survey().sources()).boxed().toList();
        List<Traces> heard = mosaic.gather(next.map(
                sources, MosaicCrew::patiently, (shot, source) -> kept(shot).measure(source)));
        measured = heard.stream().map(traces -> mosaic.put(traces, durable())).toList();
        return Crew.silence(heard);
    }

    @Override
    public Gradient gradient(float[] speeds) {
        TesseraArray<ShotProxy> current = shots;
        if (current == null) {
            throw new IllegalStateException("no experiment was begun");
        }
        Ref<float[]> model = mosaic.put(speeds, broadcast());
        try {
            List<Task<Gradient>> gradients = current.map(
                    sources,
                    MosaicCrew::patiently,
                    (shot, source) -> kept(shot).gradient(source, model, measured.get(source)));
            return Gradient.SUM.of(gradients).result();
        } finally {
            model.drop();
        }
    }

    private void needs(TesseraOptions options) {
        if (backend == Backend.OPENCL) {
            options.gpus(1);
        }
    }

    /** Its results outlive its worker. */
    private static ShotProxy kept(ShotProxy shot) {
        return shot.withCallOptions(CallOptions::durableResult);
    }

    private static void patiently(ItemOptions options) {
        options.maxRetries(TRIES);
    }
}
