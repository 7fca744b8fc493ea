package dev.mosaic.inspect;

import dev.mosaic.message.Id;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.nio.charset.Charset;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or error of a process with workers: all of it goes where it went before, and what a call prints is remembered with the
 * call too. What a thread without a call prints is not.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a look at the thread for each write, a copy of what a call prints. <b>Failure:</b> printing goes
 * on where remembering fails. What is printed in order to print that is not remembered again.
 */
public final class CallStream extends OutputStream {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");

    /** True in a thread that is writing to one of these. */
    private static final ThreadLocal<Boolean> WRITING = ThreadLocal.withInitial(() -> false);

    /** The call that the current thread runs. */
    public record Printer(
            CallLines lines, Id task, @Nullable Id tessera) {}

    private final PrintStream usual;
    private final boolean isError;
    private final Supplier<@Nullable Printer> current;
    private final Charset charset;
    private volatile boolean hasFailed;

    private CallStream(PrintStream usual, boolean isError, Supplier<@Nullable Printer> current) {
        this.usual = usual;
        this.isError = isError;
        this.current = current;
        this.charset = usual.charset();
    }

    /**
     * Over that one.
     *
     * @param current gives what the current thread runs; null where it is no call
     */
    public static PrintStream over(PrintStream usual, boolean isError, Supplier<@Nullable Printer> current) {
        return new PrintStream(new CallStream(usual, isError, current), true, usual.charset());
    }

    @Override
    public void write(int oneByte) {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (WRITING.get()) {
            usual.write(bytes, offset, length);
            return;
        }
        WRITING.set(true);
        try {
            remember(bytes, offset, length);
            usual.write(bytes, offset, length);
        } finally {
            WRITING.remove();
        }
    }

    private void remember(byte[] bytes, int offset, int length) {
        try {
            Printer printer = current.get();
            if (printer != null) {
                CallLines.Source source = new CallLines.Source(printer.task(), printer.tessera(), isError);
                printer.lines().write(source, bytes, offset, length, charset);
            }
        } catch (RuntimeException | Error failed) {
            if (!hasFailed) {
                hasFailed = true;
                LOG.log(Level.WARNING, "what a call prints cannot be remembered", failed);
            }
        }
    }

    @Override
    public void flush() {
        usual.flush();
    }
}
