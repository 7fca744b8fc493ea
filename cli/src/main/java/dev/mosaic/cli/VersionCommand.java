package dev.mosaic.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code mosaic version}. */
@Command(
        name = "version",
        description = "Prints the versions of Mosaic, Java and the system.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Callable<Integer> {
    VersionCommand() {}

    @Override
    public Integer call() {
        System.out.println("Mosaic " + Version.text());
        System.out.println("Java " + Runtime.version() + ", " + System.getProperty("java.vm.name"));
        System.out.println(System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                + System.getProperty("os.arch"));
        return 0;
    }
}
