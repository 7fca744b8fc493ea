package dev.mosaic.journey;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The page about the journey of a call: its blocks of traces and of code, and the classes that it names. */
final class Page {
    /** From a module's folder, where tests run. */
    private static final Path ROOT = Path.of("..");

    private static final Path FILE = ROOT.resolve("docs/journey-of-a-call.md");

    private Page() {}

    /** The lines of the trace block of that name. */
    static List<String> trace(String name) {
        List<String> lines = read(FILE).lines().toList();
        int start = lines.indexOf(mark(name));
        if (start < 0) {
            throw new AssertionError(FILE + " has no line " + mark(name) + " before a ``` block");
        }
        int end = start + 2;
        while (!lines.get(end).equals("```")) {
            end++;
        }
        return lines.subList(start + 2, end);
    }

    /** Replaces the lines of that block. */
    static void write(String name, List<String> trace) {
        List<String> lines = new ArrayList<>(read(FILE).lines().toList());
        int start = lines.indexOf(mark(name)) + 2;
        lines.subList(start, start + trace(name).size()).clear();
        lines.addAll(start, trace);
        try {
            Files.writeString(FILE, String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String mark(String name) {
        return "<!-- trace: " + name + " -->";
    }

    /** The lines of all blocks of Java, without indentation. */
    static List<String> code() {
        return found("```java\\n(.*?)```", 1).stream()
                .flatMap(String::lines)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** The types of messages that it says are left out. */
    static List<String> leftOut() {
        return found("left out: ((`[A-Z_]+`(, )?)+)", 1).stream()
                .flatMap(list ->
                        Pattern.compile("[A-Z_]+").matcher(list).results().map(MatchResult::group))
                .toList();
    }

    /** {@code Class} or {@code Class.method}, as it names them in back quotes. */
    static List<String> members() {
        return found("`([A-Z][A-Za-z]*[a-z][A-Za-z]*(\\.[a-z][A-Za-z]*)?)`", 1);
    }

    private static List<String> found(String pattern, int group) {
        return Pattern.compile(pattern, Pattern.DOTALL)
                .matcher(read(FILE))
                .results()
                .map(match -> match.group(group))
                .toList();
    }

    /** The source of each class of the modules that a call passes, by simple name. */
    static Map<String, String> sources() {
        Map<String, String> sources = new TreeMap<>();
        for (String module : List.of("mesh", "kernel", "client", "runtime", "warehouse", "cluster", "serve", "cli")) {
            try (var files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> sources.merge(
                                file.getFileName().toString().replace(".java", ""), read(file), String::concat));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sources;
    }

    /** The source of a test of this module. */
    static String source(Class<?> test) {
        return read(Path.of("src/test/java", test.getName().replace('.', '/') + ".java"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
