package dev.mosaic.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** What a verb said, and how it ended. */
public record Said(int status, String output, String errors) {
    /** Of {@code mosaic} with those arguments, in this process. */
    public static Said by(String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine mosaic = CliMain.commandLine(arguments)
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(errors, true));
        return new Said(mosaic.execute(arguments), output.toString(), errors.toString());
    }
}
