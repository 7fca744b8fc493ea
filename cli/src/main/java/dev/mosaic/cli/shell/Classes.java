package dev.mosaic.cli.shell;

import java.io.File;
import java.net.MalformedURLException;
import java.nio.file.Path;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl;

/**
 * What jshell compiled, on its way into the shell's loader.
 *
 * @param loader takes it
 */
record Classes(ShellLoader loader) implements LoaderDelegate {
    @Override
    public void load(ExecutionControl.ClassBytecodes[] classes) throws ExecutionControl.ClassInstallException {
        boolean[] installed = new boolean[classes.length];
        for (ExecutionControl.ClassBytecodes each : classes) {
            loader.load(each.name(), each.bytecodes());
        }
        for (int i = 0; i < classes.length; i++) {
            try {
                var _ = Class.forName(classes[i].name(), false, loader).getDeclaredMethods(); // links what it needs
                installed[i] = true;
            } catch (ClassNotFoundException | LinkageError broken) {
                throw new ExecutionControl.ClassInstallException("load: " + broken, installed);
            }
        }
    }

    @Override
    public void classesRedefined(ExecutionControl.ClassBytecodes[] classes) {
        // Never here: what is typed again gets another name.
    }

    @Override
    public void addToClasspath(String path) throws ExecutionControl.InternalException {
        try {
            for (String entry : path.split(File.pathSeparator, -1)) {
                if (!entry.isEmpty()) {
                    loader.addURL(Path.of(entry).toUri().toURL());
                }
            }
        } catch (MalformedURLException unreadable) {
            throw new ExecutionControl.InternalException(path + ": " + unreadable.getMessage());
        }
    }

    @Override
    public Class<?> findClass(String name) throws ClassNotFoundException {
        return loader.loadClass(name);
    }
}
