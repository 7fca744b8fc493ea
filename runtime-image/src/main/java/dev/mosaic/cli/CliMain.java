package dev.mosaic.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Main of {@code mosaic}.
 *
 * <p><b>Failure:</b> exit code 2 for what cannot be understood, 1 for what failed, each with a line on standard error.
 */
@Command(
        name = "mosaic",
        description = "Objects that run in other processes, called like local ones.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {BenchCommand.class, HeadCommand.class, KeysCommand.class, NodeCommand.class, WarehouseCommand.class})
public final class CliMain implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private CliMain() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new CliMain()).execute(args));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a verb is missing");
    }
}
