package dev.mosaic.run;

import dev.mosaic.StartException;
import dev.mosaic.cli.Verb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mosaic install}: puts Mosaic where builds with Maven and Gradle find it. */
@Command(
        name = "install",
        description = {
            "Puts dev.mosaic:mosaic, mosaic-kubernetes and mosaic-bom into the local Maven repository, with sources and Javadoc.",
            "For projects with a build, as mosaic init writes them. In a clone it is make install."
        },
        mixinStandardHelpOptions = true)
public final class InstallCommand implements Verb {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** For {@link java.util.ServiceLoader}. */
    public InstallCommand() {}

    @Override
    public Integer call() throws IOException {
        Distribution home = Distribution.current()
                .orElseThrow(() -> new StartException(
                        "this mosaic runs from the sources, where nothing is packed", "use make install"));
        List<Path> files = home.artifacts();
        Path repository = MavenLibraries.install(files);
        spec.commandLine().getOut().println("Installed " + files.size() + " files in " + repository);
        return 0;
    }
}
