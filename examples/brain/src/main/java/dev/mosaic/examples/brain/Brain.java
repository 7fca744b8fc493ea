package dev.mosaic.examples.brain;

import dev.mosaic.Mosaic;
import dev.mosaic.StartOptions;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Full-waveform inversion of a brain. See the README for the arguments. */
public final class Brain {
    private Brain() {}

    /**
     * Reads a slice, inverts it, and writes {@code brain.png}.
     *
     * @throws IOException where the slice cannot be read, or the picture not be written
     * @throws IllegalArgumentException where the arguments make no sense
     */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Command command = Command.of(arguments);
        Anatomy anatomy = Anatomy.read(command.data());
        long begun = System.nanoTime();
        Inversion.Result result = invert(command, anatomy);
        double seconds = (System.nanoTime() - begun) / 1e9;
        Files.createDirectories(command.output());
        Path picture = command.output().resolve("brain.png");
        Picture.write(picture, anatomy, result, command.settings());
        System.out.printf(
                Locale.ROOT,
                "error norm %.4f inside the head (start 1.0000), %.1f s with %d workers, %s%n",
                ErrorNorm.of(result.map(), anatomy),
                seconds,
                command.workers(),
                picture);
    }

    private static Inversion.Result invert(Command command, Anatomy anatomy) {
        try (Mosaic mosaic = Mosaic.fromEnvironment(options -> offer(options, command));
                Progress progress = progress(command)) {
            Crew crew = new MosaicCrew(mosaic, command.workers(), command.backend());
            return new Inversion(command.settings(), crew, progress).run(anatomy.map());
        }
    }

    /** On this machine. Where a processor stands for the device, its cores do: nothing finds those. */
    private static void offer(StartOptions options, Command command) {
        boolean onDevices = command.backend() == Backend.OPENCL;
        options.workers(onDevices ? 1 : command.workers());
        if (onDevices && OpenCl.ofThisWorker().isProcessor) {
            options.gpus(command.workers());
        }
    }

    private static Progress progress(Command command) {
        // There is none where the output goes into a pipe.
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return new Progress(command.settings().bands(), terminal, System.out::println);
    }
}
