package dev.mosaic.cli;

import dev.mosaic.keys.KeyFiles;
import dev.mosaic.keys.KeyFilesException;
import dev.mosaic.keys.Token;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
            "Creates the keys that the processes of a cluster need to connect over a network: an authority (ca.crt, ca.key), a certificate of this authority for the processes (tls.crt, tls.key), and tokens. Missing files are created; existing files are overwritten only by the options below.",
            "Copy ca.crt, tls.crt, tls.key and token to all machines; the head also needs call.token, deploy.token and admin.token. Keep ca.key, which signs certificates, on this machine: it is in the folder FOLDER-authority, and anyone who has it can add members. Processes read changed files without a restart.",
            "Give an http client one of these tokens: call.token to call declared tesserae, deploy.token to also declare them, or admin.token for all operations. Do not give clients the file token, which is for the processes of the cluster.",
            "To replace the authority: 1. --rotate-authority, 2. --renew, 3. --retire-authority; after each step wait until all units have the new files."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class KeysCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FOLDER", description = "The folder for the keys, which is created if it is missing.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path folder;

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "Number of days until the certificate expires; 365 by default.")
    private int days = 365;

    @Option(
            names = "--authority",
            paramLabel = "FOLDER",
            description =
                    "The folder with the key of the authority, which stays on this machine; FOLDER-authority by default.")
    private @Nullable Path authority;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = {
                "A name or an address of the head for http clients, which is added to the certificate. May be repeated.",
                "localhost and 127.0.0.1 are in each certificate. With --renew the default is the names of the old certificate."
            })
    private List<String> hosts = List.of();

    @ArgGroup
    private Change change = new Change();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** One of them at most. */
    static final class Change {
        @Option(names = "--renew", description = "Creates a new certificate of the same authority.")
        private boolean renew;

        @Option(
                names = "--rotate-authority",
                description =
                        "Creates a new authority, which is trusted in addition to the old one. It signs certificates from the next --renew on.")
        private boolean rotate;

        @Option(
                names = "--retire-authority",
                description = "Removes the old authority, so that only the newest one is trusted.")
        private boolean retire;

        @Option(
                names = "--renew-token",
                paramLabel = "TOKEN",
                description =
                        "Replaces one token: ${COMPLETION-CANDIDATES}. The head refuses the old token as soon as it has the new file. The old MEMBER token is accepted for ten more minutes.")
        private @Nullable Token token;

        Change() {}
    }

    KeysCommand() {}

    @Override
    public Integer call() {
        if (days < 1) {
            throw new ParameterException(spec.commandLine(), "--days must be at least 1");
        }
        try {
            spec.commandLine()
                    .getOut()
                    .println(act(
                            authority == null ? new KeyFiles(folder) : new KeyFiles(folder, authority),
                            Duration.ofDays(days)));
            return 0;
        } catch (KeyFilesException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("mosaic keys: " + e.getMessage());
            return 1;
        }
    }

    private String act(KeyFiles files, Duration life) throws KeyFilesException {
        if (change.renew) {
            return folder + ": a new certificate, good until " + files.renew(life, hosts);
        }
        if (change.rotate) {
            return folder + ": a new authority, good until " + files.rotateAuthority()
                    + ". When all units have the new ca.crt, go on with --renew";
        }
        if (change.retire) {
            return folder + ": " + files.retireAuthorities() + " older authorities are not trusted any more";
        }
        Token token = change.token;
        if (token != null) {
            files.renewToken(token);
            return folder + ": a new " + token.file() + ". Give it to the head"
                    + (token == Token.MEMBER
                            ? " and to all other units within ten minutes"
                            : " and to the clients that show it");
        }
        return folder + ": keys, good until " + files.make(life, hosts)
                + ". Give all units ca.crt, tls.crt, tls.key and token, the head call.token, deploy.token and admin.token too; "
                + files.authorityKey() + " stays here";
    }
}
