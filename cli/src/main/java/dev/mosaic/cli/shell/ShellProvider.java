package dev.mosaic.cli.shell;

import java.util.Map;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

/** How jshell finds where to run what is typed, for {@link java.util.ServiceLoader}. */
public final class ShellProvider implements ExecutionControlProvider {
    /** For {@link java.util.ServiceLoader}. */
    public ShellProvider() {}

    @Override
    public String name() {
        return Shell.PROVIDER;
    }

    @Override
    public ExecutionControl generate(ExecutionEnv environment, Map<String, String> parameters) {
        return Shell.current().execution();
    }
}
