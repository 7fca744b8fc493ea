package dev.mosaic.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic health}: for images without a shell and without curl. {@code helm test} runs it. */
@Command(
        name = "health",
        description = {
            "Checks over http whether a unit or the operator is healthy, and prints the answer.",
            "The exit code is 0 if it is healthy, and 1 if it is not healthy or does not answer."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class HealthCommand implements Callable<Integer> {
    private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(5).toMillis();
    private static final int MOST_BYTES = 1 << 16;
    private static final long PAUSE_NANOS = Duration.ofMillis(250).toNanos();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "URL", description = "Address of the health check, such as http://127.0.0.1:7680/readyz.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private URI url;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long to wait until it is healthy. By default it is checked once.")
    private long waitSeconds;

    HealthCommand() {}

    @Override
    public Integer call() {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || url.getHost() == null) {
            throw new ParameterException(spec.commandLine(), url + " is no URL such as http://127.0.0.1:7680/readyz");
        }
        long deadline = System.nanoTime() + Duration.ofSeconds(waitSeconds).toNanos();
        Answer answer = ask();
        while (!answer.isWell()
                && System.nanoTime() - deadline < 0
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(PAUSE_NANOS);
            answer = ask();
        }
        PrintWriter to = answer.isWell()
                ? spec.commandLine().getOut()
                : spec.commandLine().getErr();
        to.println(answer.text());
        to.flush();
        return answer.isWell() ? 0 : 1;
    }

    /**
     * @param isWell whether the status is 200
     * @param text what was said, or why nothing was
     */
    private record Answer(boolean isWell, String text) {}

    private Answer ask() {
        try {
            HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            connection.setInstanceFollowRedirects(false);
            int status = connection.getResponseCode();
            boolean isWell = status == 200;
            try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                String text =
                        body == null ? "" : new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
                return new Answer(isWell, isWell ? text : "mosaic: " + url + " answers " + status + ": " + text);
            }
        } catch (IOException e) {
            return new Answer(false, "mosaic: " + url + " does not answer: " + e);
        }
    }
}
