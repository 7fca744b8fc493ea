package dev.mosaic.unit.shell;

import dev.mosaic.inspect.CallStream;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.Run;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Has the units of this process remember what their calls print: by the thread that prints, which is a lane or a strand of theirs. */
public final class CallPrinting {
    private CallPrinting() {}

    /** What is to replace {@code System.out} or {@code System.err}. */
    public static PrintStream over(PrintStream usual, boolean isError) {
        return CallStream.over(usual, isError, CallPrinting::current);
    }

    private static CallStream.@Nullable Printer current() {
        Seat seat = Seat.current();
        Run run = seat == null ? null : seat.running;
        if (seat == null || run == null) {
            return null;
        }
        Id tessera = run.tessera();
        return new CallStream.Printer(seat.engine.queries.lines, run.task(), tessera.isPool() ? null : tessera);
    }
}
