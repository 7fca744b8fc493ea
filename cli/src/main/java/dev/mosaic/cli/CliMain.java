package dev.mosaic.cli;

import dev.mosaic.MosaicException;
import dev.mosaic.mesh.MeshException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

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
        subcommands = {
            CompletionCommand.class,
            DashboardCommand.class,
            DescribeCommand.class,
            DoctorCommand.class,
            EventsCommand.class,
            FetchCommand.class,
            HeadCommand.class,
            HealthCommand.class,
            InitCommand.class,
            InteractiveCommand.class,
            KeysCommand.class,
            ListCommand.class,
            LogsCommand.class,
            NodeCommand.class,
            ProfileCommand.class,
            RehearseCommand.class,
            ReportCommand.class,
            ScriptCommand.class,
            StackCommand.class,
            StatusCommand.class,
            TimelineCommand.class,
            TopCommand.class,
            VersionCommand.class,
            WarehouseCommand.class,
            WhyCommand.class
        })
public final class CliMain implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private CliMain() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** With all verbs. */
    static CommandLine commandLine() {
        CommandLine mosaic = new CommandLine(new CliMain());
        ServiceLoader.load(Verb.class).forEach(mosaic::addSubcommand);
        CommandLine help = new CommandLine(new HelpCommand());
        help.getCommandSpec().usageMessage().description("Shows what mosaic, or one of its verbs, takes.");
        mosaic.addSubcommand(help);
        mosaic.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, any -> "");
        mosaic.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new VerbList());
        return mosaic.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, args) -> misunderstood(wrong))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(said(failure));
                    return command.getCommandSpec().exitCodeOnExecutionException();
                });
    }

    /** What is wrong, in a line, and where all is said. */
    private static int misunderstood(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println("mosaic: " + wrong.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(wrong, command.getErr())) {
            command.getErr().println("See: " + command.getCommandSpec().qualifiedName() + " --help");
        }
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** What is expected to fail says why and what to do; all else is a defect, and shows where. */
    private static String said(Exception failure) {
        if (failure instanceof MosaicException || failure instanceof MeshException) {
            return "mosaic: " + failure.getMessage();
        }
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a verb is missing");
    }
}
