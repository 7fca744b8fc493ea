package dev.mosaic.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic completion}: what a shell needs to complete verbs and options. */
@Command(
        name = "completion",
        description = {
            "Prints a script for a shell, so that it completes commands and options.",
            "  bash: source <(mosaic completion bash)                                        in ~/.bashrc",
            "  zsh:  source <(mosaic completion zsh)                                         in ~/.zshrc",
            "  fish: mosaic completion fish > ~/.config/fish/completions/mosaic.fish"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class CompletionCommand implements Callable<Integer> {
    /** The shells. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(paramLabel = "SHELL", description = "The shell: ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    CompletionCommand() {}

    @Override
    public Integer call() {
        CommandLine mosaic = spec.root().commandLine();
        // That for bash does for zsh too.
        System.out.print(shell == Shell.FISH ? fish(mosaic) : AutoComplete.bash("mosaic", mosaic));
        return 0;
    }

    private static String fish(CommandLine mosaic) {
        StringBuilder text = new StringBuilder("complete -c mosaic -f\n");
        mosaic.getSubcommands().forEach((name, verb) -> {
            text.append("complete -c mosaic -n __fish_use_subcommand -a ")
                    .append(name)
                    .append(" -d ")
                    .append(quoted(VerbList.firstSentence(verb.getCommandSpec())))
                    .append('\n');
            for (OptionSpec option : verb.getCommandSpec().options()) {
                if (!option.hidden()) {
                    text.append(line(name, option));
                }
            }
        });
        return text.toString();
    }

    private static String line(String verb, OptionSpec option) {
        StringBuilder line = new StringBuilder("complete -c mosaic -n '__fish_seen_subcommand_from " + verb + "'");
        for (String name : option.names()) {
            line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
        }
        if (option.arity().max() > 0) {
            line.append(" -r -F"); // a value follows, a file among others
        }
        String[] description = option.description();
        return line.append(" -d ")
                .append(quoted(description.length == 0 ? "" : description[0]))
                .append('\n')
                .toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
