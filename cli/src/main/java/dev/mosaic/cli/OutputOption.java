package dev.mosaic.cli;

import dev.mosaic.http.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code -o}: in which form a verb says what it found. */
final class OutputOption {
    /** The forms. */
    enum Form {
        TABLE,
        WIDE,
        NAME,
        JSON
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "table (the default), wide (more columns), name (only names) or json.")
    private Form form = Form.TABLE;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    OutputOption() {}

    /**
     * Writes it in the form that was asked for.
     *
     * @param value in JSON
     * @param names one a line
     */
    void write(Object value, List<String> names, Supplier<Table> table) {
        PrintWriter out = spec.commandLine().getOut();
        switch (form) {
            case JSON -> out.println(Json.text(value));
            case NAME -> names.forEach(out::println);
            case TABLE -> out.print(table.get().text(false));
            case WIDE -> out.print(table.get().text(true));
        }
        out.flush();
    }
}
