package dev.mosaic.mesh.tls;

import dev.mosaic.mesh.Keys;
import dev.mosaic.mesh.MeshException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a unit in three PEM files of one folder, named as Kubernetes names them: {@code ca.crt}, the authorities that
 * are trusted, one or more; {@code tls.crt}, the unit's certificate with what leads to its authority; {@code tls.key}, its
 * private key in PKCS#8, EC or RSA. {@code mosaic keys} makes them.
 *
 * <p>New links use what the files hold at that time; links that are up live on with what they began with.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> looks at the times of three files for a new link, at most every
 * {@value #LOOK_SECONDS} s. <b>Failure:</b> {@link MeshException} with {@link MeshException.Code#KEYS} when it is opened; files
 * that get bad later are not taken, with one warning until they are good again.
 */
public final class KeyFolder implements Keys {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");
    private static final long LOOK_SECONDS = 2;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(LOOK_SECONDS);

    private final Path folder;
    private final LongSupplier clockNanos;
    private KeySet keys;
    private @Nullable FileTimes taken;
    private long lookedNanos;
    private boolean complained;

    KeyFolder(Path folder, LongSupplier clockNanos) {
        this.folder = folder;
        this.clockNanos = clockNanos;
        this.lookedNanos = clockNanos.getAsLong();
        try {
            this.taken = FileTimes.of(folder);
            this.keys = KeySet.read(folder);
        } catch (IOException | KeysException e) {
            throw new MeshException(
                    MeshException.Code.KEYS,
                    "folder=" + folder + ": " + KeysException.words(e)
                            + ". Make keys with: mosaic keys FOLDER, and give each unit a folder with "
                            + KeySet.AUTHORITIES + ", " + KeySet.CERTIFICATE + ", " + KeySet.KEY,
                    e);
        }
    }

    /** Reads the files, and tries a handshake with them: the first of a JVM takes a quarter of a second and more. */
    public static KeyFolder open(Path folder) {
        return new KeyFolder(folder, System::nanoTime);
    }

    @Override
    public SSLEngine engine(boolean dials) {
        return current().engine(dials);
    }

    private synchronized KeySet current() {
        long now = clockNanos.getAsLong();
        if (now - lookedNanos >= LOOK_NANOS) {
            lookedNanos = now;
            look();
        }
        return keys;
    }

    private void look() {
        try {
            // The times first: files that change while they are read look new the next time.
            FileTimes times = FileTimes.of(folder);
            if (!times.equals(taken)) {
                taken = null;
                keys = KeySet.read(folder);
                taken = times;
                complained = false;
                LOG.log(System.Logger.Level.INFO, "new keys from {0}", folder);
            }
        } catch (IOException | KeysException e) {
            if (!complained) {
                complained = true;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the keys in {0} are not valid; the old ones stay in use: {1}",
                        folder,
                        KeysException.words(e));
            }
        }
    }
}
