package dev.mosaic.cli.shell;

import dev.mosaic.Mosaic;
import java.util.stream.Stream;
import jdk.jshell.execution.LocalExecutionControl;

/**
 * Runs what is typed in this JVM, which is the head of a Mosaic that ends with it.
 *
 * <p><b>Threading:</b> the shell's; only {@code stop} comes from another.
 */
final class ShellExecution extends LocalExecutionControl {
    private final ShellLoader loader;
    private final Mosaic mosaic;

    ShellExecution(ShellLoader loader, Mosaic mosaic) {
        super(new Classes(loader));
        this.loader = loader;
        this.mosaic = mosaic;
    }

    /** Workers get the classes as they are; those here also look whether they shall stop. */
    @Override
    public void load(ClassBytecodes[] classes)
            throws ClassInstallException, NotImplementedException, EngineTerminationException {
        Stream.of(classes).forEach(each -> loader.typed(each.name(), each.bytecodes()));
        super.load(classes);
    }

    @Override
    public void close() {
        super.close();
        mosaic.close();
    }
}
