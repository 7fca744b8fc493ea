package dev.mosaic.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;

/** The list of verbs in the help of {@code mosaic}, in groups, each with its first sentence. */
final class VerbList implements IHelpSectionRenderer {
    /** A heading, and what stands below it. */
    record Group(String heading, List<String> verbs) {}

    static final List<Group> GROUPS = List.of(
            new Group("Programs", List.of("run", "init", "install", "interactive")),
            new Group(
                    "What is going on",
                    List.of(
                            "dashboard",
                            "status",
                            "top",
                            "list",
                            "describe",
                            "why",
                            "stack",
                            "logs",
                            "profile",
                            "events",
                            "timeline",
                            "report",
                            "doctor")),
            new Group("Clusters on machines", List.of("head", "node", "warehouse", "keys", "script")),
            new Group("Clusters on Kubernetes", List.of("config", "submit", "jobs", "pod-logs")),
            new Group("In containers and scripts", List.of("fetch", "health", "rehearse")),
            new Group("Mosaic", List.of("bench", "completion", "help", "version")));

    @Override
    public String render(Help help) {
        Map<String, CommandLine> missing =
                new LinkedHashMap<>(help.commandSpec().subcommands());
        StringBuilder text = new StringBuilder();
        for (Group group : GROUPS) {
            List<CommandSpec> verbs = new ArrayList<>();
            for (String name : group.verbs()) {
                CommandLine verb = missing.remove(name);
                if (verb != null) {
                    verbs.add(verb.getCommandSpec());
                }
            }
            text.append(block(help, group.heading(), verbs));
        }
        List<CommandSpec> others =
                missing.values().stream().map(CommandLine::getCommandSpec).toList();
        return text.append(block(help, "Others", others)).toString();
    }

    private static String block(Help help, String heading, List<CommandSpec> verbs) {
        if (verbs.isEmpty()) {
            return "";
        }
        TextTable table = TextTable.forColumns(
                help.colorScheme(),
                new Column(14, 2, Column.Overflow.SPAN),
                new Column(help.commandSpec().usageMessage().width() - 14, 2, Column.Overflow.WRAP));
        verbs.forEach(verb -> table.addRowValues(verb.name(), firstSentence(verb)));
        return "\n" + heading + ":\n" + table;
    }

    static String firstSentence(CommandSpec verb) {
        String[] description = verb.usageMessage().description();
        return description.length == 0 ? "" : description[0].replaceFirst("(?s)(\\.|:|, until| to its end)( .*)?$", "");
    }
}
