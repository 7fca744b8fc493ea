package dev.mosaic.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A fenced block of a page.
 *
 * @param title the heading that it stands below, and which one it is there, from 1
 * @param language what stands behind the fence; empty for commands
 * @param text its lines, without the fences
 */
record PageBlock(String title, String language, String text) {
    private static final String FENCE = "```";

    /** All of a page, as they stand there. */
    static List<PageBlock> of(Path page) throws IOException {
        List<PageBlock> all = new ArrayList<>();
        Map<String, Integer> below = new HashMap<>();
        List<String> block = new ArrayList<>();
        String heading = "";
        String language = "";
        boolean isInside = false;
        for (String line : Files.readAllLines(page)) {
            if (!isInside && line.strip().startsWith(FENCE)) {
                isInside = true;
                language = line.strip().substring(FENCE.length());
                block.clear();
            } else if (isInside && line.strip().equals(FENCE)) {
                isInside = false;
                all.add(new PageBlock(
                        heading + " " + below.merge(heading, 1, Integer::sum), language, String.join("\n", block)));
            } else if (isInside) {
                block.add(line);
            } else if (line.startsWith("#")) {
                heading = line.replaceFirst("#+ ", "");
            }
        }
        if (isInside) {
            throw new AssertionError(page + " ends in a block below " + heading);
        }
        return all;
    }

    /** With one of its words replaced; fails where it does not have it. */
    PageBlock with(String word, String other) {
        if (!text.contains(word)) {
            throw new AssertionError("the block " + title + " does not say " + word + ":\n" + text);
        }
        return new PageBlock(title, language, text.replace(word, other));
    }
}
