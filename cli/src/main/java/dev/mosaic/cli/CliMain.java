package dev.mosaic.cli;

import dev.mosaic.MosaicException;
import dev.mosaic.mesh.MeshException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
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
        description =
                "Runs and inspects clusters of Mosaic: objects in other processes that are called like local ones.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class CliMain implements Runnable {
    /** The commands of this module by their names. */
    static final Map<String, Class<?>> VERBS = Map.ofEntries(
            Map.entry("completion", CompletionCommand.class),
            Map.entry("dashboard", DashboardCommand.class),
            Map.entry("describe", DescribeCommand.class),
            Map.entry("doctor", DoctorCommand.class),
            Map.entry("events", EventsCommand.class),
            Map.entry("fetch", FetchCommand.class),
            Map.entry("head", HeadCommand.class),
            Map.entry("health", HealthCommand.class),
            Map.entry("init", InitCommand.class),
            Map.entry("interactive", InteractiveCommand.class),
            Map.entry("keys", KeysCommand.class),
            Map.entry("list", ListCommand.class),
            Map.entry("logs", LogsCommand.class),
            Map.entry("node", NodeCommand.class),
            Map.entry("profile", ProfileCommand.class),
            Map.entry("rehearse", RehearseCommand.class),
            Map.entry("report", ReportCommand.class),
            Map.entry("script", ScriptCommand.class),
            Map.entry("stack", StackCommand.class),
            Map.entry("status", StatusCommand.class),
            Map.entry("timeline", TimelineCommand.class),
            Map.entry("top", TopCommand.class),
            Map.entry("version", VersionCommand.class),
            Map.entry("warehouse", WarehouseCommand.class),
            Map.entry("why", WhyCommand.class));

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private CliMain() {}

    public static void main(String[] args) {
        System.exit(commandLine(args).execute(args));
    }

    /**
     * For these arguments: with the one verb that they begin with, or with all verbs where they begin with none of this module, or with one that
     * tells of the others. To read the options of all verbs took a third of the start of a head.
     */
    static CommandLine commandLine(String... arguments) {
        CommandLine mosaic = new CommandLine(new CliMain());
        Class<?> only = arguments.length == 0 ? null : VERBS.get(arguments[0]);
        if (only == null || only == CompletionCommand.class) {
            addAll(mosaic);
        } else {
            mosaic.addSubcommand(only);
        }
        mosaic.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, any -> "");
        mosaic.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new VerbList());
        return mosaic.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, args) -> misunderstood(wrong))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(said(failure));
                    return command.getCommandSpec().exitCodeOnExecutionException();
                });
    }

    private static void addAll(CommandLine mosaic) {
        new TreeMap<>(VERBS).values().forEach(mosaic::addSubcommand);
        ServiceLoader.load(Verb.class).forEach(mosaic::addSubcommand);
        CommandLine help = new CommandLine(new HelpCommand());
        help.getCommandSpec().usageMessage().description("Shows what mosaic, or one of its verbs, takes.");
        mosaic.addSubcommand(help);
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
