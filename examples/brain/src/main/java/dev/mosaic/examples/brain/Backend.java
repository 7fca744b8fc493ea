package dev.mosaic.examples.brain;

import java.util.Locale;

/** What computes waves. */
public enum Backend {
    /** A core of the processor, in loops of Java. */
    JAVA,
    /** The OpenCL device of a worker. */
    OPENCL;

    /** Waves of a survey on a grid. */
    Waves waves(Survey survey, Grid grid) {
        return switch (this) {
            case JAVA -> new JavaWaves(survey, grid);
            case OPENCL -> DeviceWaves.of(survey, grid);
        };
    }

    /** As the command line has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
