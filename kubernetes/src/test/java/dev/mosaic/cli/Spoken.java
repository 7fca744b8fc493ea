package dev.mosaic.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** What {@code mosaic} printed and how it ended, run in this JVM: a JVM of its own for each verb would cost seconds. */
public record Spoken(int status, String output) {
    public static Spoken by(String... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            PrintWriter writer = new PrintWriter(out, true, StandardCharsets.UTF_8);
            int status =
                    CliMain.commandLine(arguments).setOut(writer).setErr(writer).execute(arguments);
            return new Spoken(status, printed.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(before);
        }
    }
}
