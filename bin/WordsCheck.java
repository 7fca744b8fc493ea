import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts habits of writing that make users read a sentence twice, in what users read. Exit code 1 where there are more of one than its limit, or
 * so few that the limit has to be lowered.
 *
 * <pre>
 * java bin/WordsCheck.java             counts, beside the limits of bin/words.txt
 * java bin/WordsCheck.java HABIT       lists the places of one
 * java bin/WordsCheck.java --write     sets the limits to what is there
 * </pre>
 *
 * <p>What users read is the pages of {@code docs} but for its design, the Javadoc of the modules that they use, and the texts in the code of
 * these and of the command line: help and errors.
 */
final class WordsCheck {
    private static final Path LIMITS = Path.of("bin", "words.txt");

    /** A limit may be that much above what is there. */
    private static final int SLACK = 3;

    /** A habit, how to find it, and what to write. */
    private record Habit(String name, Pattern pattern, String instead) {
        Habit(String name, String pattern, String instead) {
            this(name, Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), instead);
        }
    }

    private static final List<Habit> HABITS = List.of(
            new Habit(
                    "unless-said",
                    "\\bunless (it is |they are |one is )?said|nothing (else )?is said|\\bsays otherwise|\\bnot said\\b|\\bnothing said\\b",
                    "by default"),
            new Habit("behind", "\\bbehind\\b", "after; for a line of output: prefixed with"),
            new Habit("persons", "\\b(nobody|somebody|anybody|whoever|whom)\\b", "no one; the thing that acts; anyone who"),
            new Habit(
                    "who",
                    "(?<!anyone |users |those |clients |people |callers |user )\\bwho (asks|may|has|have|reads|calls|runs|waits|takes|wants|makes|holds|begins|gets|knows|closes|writes|comes|listens|pulls|consumes)\\b",
                    "anyone who; the caller, the reader, the user"),
            new Habit("so-many", "\\b(so|that) (many|much)\\b|\\bfor so long\\b", "the number; a count and its unit"),
            new Habit("of-before", "\\bof (before|then)\\b|\\bno more\\b", "the old one; no longer"),
            new Habit("of-own", "\\bof (its|one's|your|their|his) own\\b", "its own; a separate"),
            new Habit("is-there", "\\b(is|are) there\\b(?! (a|an|no|any|one|two)\\b)", "exists; is available"),
            new Habit("laboratory", "\\b(not|never) (tried|run)\\b|\\bseen with\\b|\\btried with\\b", "untested, said once"),
            new Habit("rules", "\\bS[1-8]\\.\\d+\\b", "no numbers of rules"));

    /** Where users read, and what they read there. */
    private record Room(String name, UnaryOperator<String> words, List<Path> files) {}

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|(?m)^\\s*//.*$", Pattern.DOTALL);
    private static final Pattern TEXT = Pattern.compile("\"\"\".*?\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*\"", Pattern.DOTALL);
    private static final Pattern LINE_OF_JAVADOC = Pattern.compile("\n\\s*\\* ?");
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`]*`", Pattern.DOTALL);

    private WordsCheck() {}

    public static void main(String[] arguments) throws IOException {
        List<Room> rooms = List.of(
                new Room("pages", text -> CODE.matcher(text).replaceAll(" "), pages()),
                new Room("javadoc", WordsCheck::javadoc, sources("client", "parallel", "crds")),
                new Room("texts", WordsCheck::texts, sources("client", "parallel", "crds", "cli", "kubernetes", "cluster")));
        Map<String, List<String>> found = new TreeMap<>();
        for (Room room : rooms) {
            for (Path file : room.files()) {
                String words = room.words().apply(Files.readString(file)).replaceAll("\\s+", " ");
                for (Habit habit : HABITS) {
                    List<String> places = found.computeIfAbsent(room.name() + " " + habit.name(), _ -> new ArrayList<>());
                    habit.pattern().matcher(words).results().map(at -> file + ": " + around(words, at)).forEach(places::add);
                }
            }
        }
        if (arguments.length == 1 && arguments[0].equals("--write")) {
            write(found);
        } else if (arguments.length == 1) {
            found.forEach((key, places) -> {
                if (key.endsWith(" " + arguments[0])) {
                    places.forEach(System.out::println);
                }
            });
        } else {
            System.exit(isBelow(found) ? 0 : 1);
        }
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(Path.of("README.md"), Path.of("SECURITY.md"), Path.of("CHANGELOG.md"), Path.of("bin/archive.md")));
        try (Stream<Path> all = Files.walk(Path.of("docs"))) {
            all.filter(each -> each.toString().endsWith(".md"))
                    .filter(each -> !each.startsWith(Path.of("docs", "design")))
                    .filter(each -> !each.startsWith(Path.of("docs", "contributing")))
                    .filter(each -> !each.getFileName().toString().equals("changelog-before-0.1.0.md"))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }

    private static List<Path> sources(String... modules) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : modules) {
            try (Stream<Path> all = Files.walk(Path.of(module, "src", "main", "java"))) {
                all.filter(each -> each.toString().endsWith(".java")).sorted().forEach(sources::add);
            }
        }
        return sources;
    }

    private static String javadoc(String source) {
        return JAVADOC.matcher(source)
                .results()
                .map(each -> LINE_OF_JAVADOC.matcher(each.group()).replaceAll(" "))
                .collect(Collectors.joining("\n"));
    }

    private static String texts(String source) {
        return TEXT.matcher(COMMENT.matcher(source).replaceAll(" "))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n"));
    }

    private static String around(String words, MatchResult at) {
        return words.substring(Math.max(0, at.start() - 50), Math.min(words.length(), at.end() + 40));
    }

    private static boolean isBelow(Map<String, List<String>> found) throws IOException {
        Map<String, Integer> limits = new LinkedHashMap<>();
        for (String line : Files.readAllLines(LIMITS)) {
            String[] words = line.strip().split("\\s+");
            if (words.length == 3 && !line.startsWith("#")) {
                limits.put(words[0] + " " + words[1], Integer.parseInt(words[2]));
            }
        }
        boolean isBelow = true;
        for (Map.Entry<String, List<String>> each : found.entrySet()) {
            int count = each.getValue().size();
            int limit = limits.getOrDefault(each.getKey(), 0);
            if (count > limit || count < limit - SLACK) {
                isBelow = false;
                String habit = each.getKey().split(" ")[1];
                System.out.println("words: " + each.getKey() + ": " + count + ", and the limit is " + limit
                        + (count > limit
                                ? "; write " + instead(habit) + " (java bin/WordsCheck.java " + habit + ")"
                                : ": lower it (java bin/WordsCheck.java --write)"));
            }
        }
        int sum = found.values().stream().mapToInt(List::size).sum();
        System.out.println("words: " + sum + " places where users read a sentence twice; limits are in " + LIMITS);
        return isBelow;
    }

    private static String instead(String habit) {
        return HABITS.stream().filter(each -> each.name().equals(habit)).findFirst().orElseThrow().instead();
    }

    private static void write(Map<String, List<String>> found) throws IOException {
        String lines = found.entrySet().stream()
                .map(each -> {
                    String[] key = each.getKey().split(" ");
                    return String.format("%-8s %-14s %4d%n", key[0], key[1], each.getValue().size());
                })
                .collect(Collectors.joining());
        Files.writeString(
                LIMITS,
                """
                # How often a habit of writing may be in what users read. bin/WordsCheck.java counts, and says what to write in its place. A number here
                # only gets smaller.
                """
                        + lines);
    }
}
