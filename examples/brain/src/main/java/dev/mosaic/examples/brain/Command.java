package dev.mosaic.examples.brain;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the command line asks for: {@code [DATA [OUTPUT]] [--workers N] [--device opencl] [--small]}.
 *
 * @param data folder of the slice
 * @param output folder for the picture
 * @param backend what computes
 * @param workers to compute on; on this machine, or where the environment names a cluster, there
 * @param settings of the inversion
 */
record Command(Path data, Path output, Backend backend, int workers, Settings settings) {
    private static final String USAGE = "usage: Brain [DATA [OUTPUT]] [--workers N] [--device opencl] [--small]";

    /** @throws IllegalArgumentException with the usage, where it is not followed */
    static Command of(String... arguments) {
        List<String> folders = new ArrayList<>();
        int workers = Math.max(1, Runtime.getRuntime().availableProcessors());
        Backend backend = Backend.JAVA;
        Settings settings = Settings.full();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--small" -> settings = Settings.small();
                case "--device" -> backend = backend(arguments, ++i);
                case "--workers" -> workers = count(arguments, ++i);
                default -> folders.add(folder(arguments[i]));
            }
        }
        if (folders.size() > 2) {
            throw new IllegalArgumentException(USAGE);
        }
        Path data = Path.of(folders.isEmpty() ? "examples/brain/data" : folders.getFirst());
        Path output = Path.of(folders.size() < 2 ? "." : folders.getLast());
        return new Command(data, output, backend, workers, settings);
    }

    private static String folder(String argument) {
        if (argument.startsWith("-")) {
            throw new IllegalArgumentException(argument + " is unknown; " + USAGE);
        }
        return argument;
    }

    private static Backend backend(String[] arguments, int index) {
        if (index == arguments.length || !arguments[index].equals(Backend.OPENCL.toString())) {
            throw new IllegalArgumentException("--device wants opencl; " + USAGE);
        }
        return Backend.OPENCL;
    }

    private static int count(String[] arguments, int index) {
        if (index == arguments.length || !arguments[index].matches("[1-9][0-9]{0,3}")) {
            throw new IllegalArgumentException("--workers wants a number from 1; " + USAGE);
        }
        return Integer.parseInt(arguments[index]);
    }
}
