package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The small inversion, as a user starts it. */
class BrainTest {
    private static final Pattern LAST = Pattern.compile("error norm (\\S+) inside the head \\(start 1\\.0000\\), .*");

    @Test
    @Timeout(180) // About 10 s of two cores.
    void shouldHalveTheErrorAndDrawIt(@TempDir Path output) throws IOException {
        PrintStream usual = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Brain.main(new String[] {Slice.FOLDER.toString(), output.toString(), "--workers", "2", "--small"});
        } finally {
            System.setOut(usual);
        }
        String last = printed.toString(StandardCharsets.UTF_8).lines().toList().getLast();
        Matcher matcher = LAST.matcher(last);
        assertThat(matcher.matches()).as(last).isTrue();
        assertThat(Double.parseDouble(matcher.group(1))).isLessThan(0.25);
        assertThat(output.resolve("brain.png")).isNotEmptyFile();
    }
}
