package dev.mosaic.cli;

import dev.mosaic.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code mosaic init}: a project to begin with. */
@Command(
        name = "init",
        description = {
            "Writes a Maven project to begin with: a main with tasks and a class whose objects run in workers, a test, and a README.",
            "  mosaic init my-app; cd my-app; mvn package; mvn exec:java"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class InitCommand implements Callable<Integer> {
    /** Where the files of the template go. {@code PACKAGE} is the folder of the package. */
    private static final Map<String, String> FILES = Map.of(
            "pom.xml", "pom.xml",
            "README.md", "README.md",
            "gitignore", ".gitignore",
            "Estimator.java", "src/main/java/com/example/PACKAGE/Estimator.java",
            "Main.java", "src/main/java/com/example/PACKAGE/Main.java",
            "EstimatorTest.java", "src/test/java/com/example/PACKAGE/EstimatorTest.java");

    @Parameters(
            paramLabel = "FOLDER",
            description = "The folder of the project, which must not exist. Its name is the name of the artifact.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path folder;

    InitCommand() {}

    @Override
    public Integer call() throws IOException {
        if (Files.exists(folder)) {
            throw new StartException("folder=" + folder + " exists", "give another name");
        }
        String artifact =
                artifact(folder.toAbsolutePath().normalize().getFileName().toString());
        String name = artifact.replace("-", "");
        Files.createDirectories(folder);
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            String text = template(file.getKey())
                    .replace("@ARTIFACT@", artifact)
                    .replace("@PACKAGE@", name)
                    .replace("@VERSION@", Version.text());
            Path path = folder.resolve(file.getValue().replace("PACKAGE", name));
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            Files.writeString(path, text);
        }
        System.out.println(
                "Wrote " + folder
                        + ". It needs JDK 25 in JAVA_HOME, Maven 3.8 or newer, and Mosaic in the local repository (mosaic install, or make install in a clone).");
        System.out.println("  cd " + folder + "; mvn package; mvn exec:java");
        System.out.println("Its README.md says what is where.");
        return 0;
    }

    /** As Maven and Java like names: small letters, digits and hyphens, a letter first. */
    private static String artifact(String folder) {
        String name =
                folder.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^[^a-z]+|-+$", "");
        if (name.isEmpty()) {
            throw new StartException("folder=" + folder + " has no letter in its name", "give one with letters");
        }
        return name;
    }

    private static String template(String name) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(InitCommand.class.getResourceAsStream("init/" + name + ".txt"), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
