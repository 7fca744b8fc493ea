package dev.mosaic.progress;

import dev.mosaic.headapi.Variables;
import java.io.Console;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Standard error of this process: whether it is a terminal, whether a bar may be drawn on it, and how wide. */
public final class StandardError {
    /** In place of a number of columns: no bar is drawn, and a line is printed now and then. */
    static final int LINES = -1;

    private static final int USUAL = 80;

    /** Prints rows and columns. Fails where standard error is no terminal. */
    private static final String QUESTION = "test -t 2 && { stty size <&2 2>/dev/null || echo unknown; }";

    private StandardError() {}

    /** Whether it goes to a terminal, and so to no file and no other process. <b>Cost:</b> a shell is started. */
    public static boolean isTerminal() {
        return ask() > 0;
    }

    /**
     * The width of a bar in columns; {@link #LINES} if standard error is not a terminal, and 0 if bars are off.
     *
     * @param terminal the columns of the terminal; 0 if there is none
     */
    static int columns(Map<String, String> environment, IntSupplier terminal) {
        String wish = environment.getOrDefault(Variables.PROGRESS, "");
        if (wish.equals("off")) {
            return 0;
        }
        if (!wish.equals("on") && "dumb".equals(environment.get("TERM"))) {
            return LINES;
        }
        int columns = terminal.getAsInt();
        return columns > 0 ? columns : wish.equals("on") ? USUAL : LINES;
    }

    /** Asks the shell: {@link Console#isTerminal} is about standard input and output. */
    static int ask() {
        try {
            Process shell = new ProcessBuilder("sh", "-c", QUESTION)
                    .redirectError(Redirect.INHERIT)
                    .start();
            String answer = new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return shell.onExit().join().exitValue() == 0 ? parse(answer) : 0;
        } catch (IOException noShell) {
            return Optional.ofNullable(System.console())
                            .filter(Console::isTerminal)
                            .isPresent()
                    ? USUAL
                    : 0;
        }
    }

    /** The columns of such an answer: {@code 24 80}. A terminal that does not know its size says 0. */
    static int parse(String answer) {
        String[] words = answer.strip().split(" ", -1);
        return words.length == 2 && words[1].matches("[1-9][0-9]{0,3}") ? Integer.parseInt(words[1]) : USUAL;
    }
}
