package dev.mosaic.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import one.convert.Arguments;
import one.convert.FlameGraph;

/** A flame graph as one HTML file that needs no other, by the library of async-profiler. The only class that knows it. */
final class FlamePage {
    private FlamePage() {}

    /**
     * The page.
     *
     * @param stacks collapsed: {@code frame;frame count} a line, root first
     */
    static String of(String title, String stacks) {
        FlameGraph graph = new FlameGraph(
                new Arguments("--title", title.replace("&", "&amp;").replace("<", "&lt;")));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream page = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            graph.parseCollapsed(new StringReader(ofJava(inert(stacks))));
            graph.dump(page);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** With the mark of compiled Java behind each frame: the library draws others as native code. */
    private static String ofJava(String stacks) {
        return stacks.replaceAll("(?m)(?<=^|;)([^\\[;\\n][^;\\n]*?)(?=;| [0-9]+$)", "$1_[j]");
    }

    /** The library writes names into a script as they are, and a unit may send any. */
    private static String inert(String text) {
        return text.replace("</", "< /")
                .replace("<!", "< !")
                .replace("<s", "< s")
                .replace("<S", "< S");
    }
}
