package dev.mosaic.cli;

import dev.mosaic.security.KeyFiles;
import dev.mosaic.security.KeyFilesException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic keys}: makes the keys of a cluster, and replaces them. */
@Command(
        name = "keys",
        description = {
            "Makes the keys that units of one cluster need to talk over a network: an authority (ca.crt, ca.key), a certificate of it for the units (tls.crt, tls.key), and a token. Nothing is overwritten unless an option says so.",
            "Give all units ca.crt, tls.crt, tls.key and token; keep ca.key. Units look at the files now and then: there is no restart.",
            "To replace the authority: 1. --rotate-authority, 2. --renew, 3. --retire-authority; after each step wait until all units have the new files."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class KeysCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "Where the keys are; made if it is missing.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path folder;

    @Option(names = "--days", paramLabel = "N", description = "How long the certificate is good. 365 unless said.")
    private int days = 365;

    @ArgGroup
    private Change change = new Change();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** One of them at most. */
    static final class Change {
        @Option(names = "--renew", description = "A new certificate, of the same authority.")
        private boolean renew;

        @Option(
                names = "--rotate-authority",
                description =
                        "A new authority, trusted beside the one of before; certificates are of it from the next --renew on.")
        private boolean rotate;

        @Option(names = "--retire-authority", description = "Trust the newest authority only.")
        private boolean retire;

        Change() {}
    }

    KeysCommand() {}

    @Override
    public Integer call() {
        if (days < 1) {
            throw new ParameterException(spec.commandLine(), "--days must be at least 1");
        }
        try {
            spec.commandLine().getOut().println(act(new KeyFiles(folder), Duration.ofDays(days)));
            return 0;
        } catch (KeyFilesException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("mosaic keys: " + e.getMessage());
            return 1;
        }
    }

    private String act(KeyFiles files, Duration life) throws KeyFilesException {
        if (change.renew) {
            return folder + ": a new certificate, good until " + files.renew(life);
        }
        if (change.rotate) {
            return folder + ": a new authority, good until " + files.rotateAuthority()
                    + ". When all units have the new ca.crt, go on with --renew";
        }
        if (change.retire) {
            return folder + ": " + files.retireAuthorities() + " older authorities are trusted no more";
        }
        return folder + ": keys, good until " + files.make(life)
                + ". Give all units ca.crt, tls.crt, tls.key and token; keep ca.key";
    }
}
