package dev.mosaic.examples.brain;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Computes in the calling thread. */
public final class LocalCrew implements Crew {
    private final Backend backend;
    private @Nullable Shot shot;
    private final List<Traces> measured = new ArrayList<>();

    /** Computes with loops of Java. */
    public LocalCrew() {
        this(Backend.JAVA);
    }

    public LocalCrew(Backend backend) {
        this.backend = backend;
    }

    @Override
    public double begin(Experiment experiment) {
        Shot next = new Shot(experiment, backend);
        shot = next;
        measured.clear();
        for (int source = 0; source < experiment.survey().sources(); source++) {
            measured.add(next.measure(source));
        }
        return Crew.silence(measured);
    }

    @Override
    public Gradient gradient(float[] speeds) {
        Shot current = shot;
        if (current == null) {
            throw new IllegalStateException("no experiment was begun");
        }
        return Gradient.SUM.here(IntStream.range(0, measured.size())
                .mapToObj(source -> current.gradient(source, speeds, measured.get(source)))
                .toList());
    }
}
