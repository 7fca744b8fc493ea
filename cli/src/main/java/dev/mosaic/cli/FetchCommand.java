package dev.mosaic.cli;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic fetch}: brings the artifacts of a job into a folder, before its main runs. */
@Command(
        name = "fetch",
        description = {
            "Downloads artifacts into a folder and checks their SHA-256. The pods of jobs run it before main.",
            "For S3, set MOSAIC_S3_ENDPOINT, MOSAIC_S3_REGION, MOSAIC_S3_ACCESS_KEY and MOSAIC_S3_SECRET_KEY;",
            "with MOSAIC_S3_IDENTITY=true the identity of the machine or pod is used. MOSAIC_S3_CA is a file with certificates of authorities."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class FetchCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FOLDER", description = "The folder for the artifacts.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path folder;

    @Parameters(
            index = "1..*",
            paramLabel = "FILE=URI",
            description =
                    "Name of the file and address of the artifact, such as app.jar=s3://bucket/app-1.jar or app.jar=https://host/app-1.jar.")
    private Map<String, URI> artifacts = Map.of();

    @Option(names = "--sha256", paramLabel = "FILE=DIGEST", description = "Expected SHA-256 of a file.")
    private Map<String, String> digests = Map.of();

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description = "How long to try again if a server does not answer; 60 by default.")
    private int patienceSeconds = 60;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    FetchCommand() {}

    @Override
    public Integer call() {
        digests.keySet().stream()
                .filter(file -> !artifacts.containsKey(file))
                .findFirst()
                .ifPresent(file -> {
                    throw new ParameterException(spec.commandLine(), "--sha256 of " + file + ", which is not fetched");
                });
        Fetching fetching = new Fetching(System.getenv(), Duration.ofSeconds(patienceSeconds));
        PrintWriter out = spec.commandLine().getOut();
        artifacts.forEach((file, artifact) -> {
            fetching.fetch(artifact, folder.resolve(file), Optional.ofNullable(digests.get(file)));
            out.println(file + " from " + artifact.getScheme() + "://" + artifact.getAuthority() + artifact.getPath());
            out.flush();
        });
        return 0;
    }
}
