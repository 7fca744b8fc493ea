package dev.mosaic.warehouse.s3;

import dev.mosaic.S3Keys;
import io.minio.credentials.AwsEnvironmentProvider;
import io.minio.credentials.Credentials;
import io.minio.credentials.IamAwsProvider;
import io.minio.credentials.Provider;
import io.minio.credentials.StaticProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProviderException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Where the keys of each request come from. */
final class KeySource {
    private KeySource() {}

    /**
     * Asked before each request.
     *
     * @param http for keys that are given out by a server
     */
    static Provider of(S3Keys keys, OkHttpClient http) {
        return switch (keys) {
            case S3Keys.Fixed fixed ->
                new StaticProvider(
                        fixed.accessKey(),
                        fixed.secretKey(),
                        fixed.sessionToken().isEmpty() ? null : fixed.sessionToken());
            case S3Keys.InFolder in -> new OfFolder(in.folder());
            case S3Keys.OfMachine _ -> ofMachine(http);
        };
    }

    /** One of them, and not all in turn: what is wrong with the one that the environment names must be said. */
    private static Provider ofMachine(OkHttpClient http) {
        if (said("AWS_ACCESS_KEY_ID") != null) {
            return new AwsEnvironmentProvider();
        }
        // Another server is for tokens only: the addresses of the others are the machine's.
        return new OneAtATime(new IamAwsProvider(
                said("AWS_WEB_IDENTITY_TOKEN_FILE") == null ? null : said("AWS_ENDPOINT_URL_STS"), http));
    }

    /**
     * One that asks a server: where that fails, all who waited meanwhile are told so, and do not ask one after the other.
     *
     * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link ProviderException}, the same for a second.
     */
    static final class OneAtATime implements Provider {
        private static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(1);

        private final Provider server;
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable ProviderException failed;
        private long failedNanos;

        OneAtATime(Provider server) {
            this.server = server;
        }

        @Override
        public Credentials fetch() {
            lock.lock();
            try {
                if (failed != null && System.nanoTime() - failedNanos < FAILED_NANOS) {
                    throw failed;
                }
                return ask();
            } finally {
                lock.unlock();
            }
        }

        private Credentials ask() {
            try {
                Credentials given = server.fetch();
                failed = null;
                return given;
            } catch (ProviderException why) {
                failed = why;
                failedNanos = System.nanoTime();
                throw why;
            }
        }
    }

    /** As the SDK reads it. */
    private static @Nullable String said(String name) {
        String property = System.getProperty(name);
        String value = property == null ? System.getenv(name) : property;
        return value == null || value.isEmpty() ? null : value;
    }

    /**
     * The files of a folder.
     *
     * <p><b>Threading:</b> any thread. <b>Cost:</b> two small reads, every second at most. <b>Failure:</b> {@link ProviderException} where
     * there are no keys; while there were some, these.
     */
    private static final class OfFolder implements Provider {
        private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

        private final Path folder;
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable Credentials known;
        private long readNanos;

        OfFolder(Path folder) {
            this.folder = folder;
        }

        @Override
        public Credentials fetch() {
            lock.lock();
            try {
                Credentials before = known;
                if (before != null && System.nanoTime() - readNanos < FRESH_NANOS) {
                    return before;
                }
                Credentials now = read(before);
                known = now;
                readNanos = System.nanoTime();
                return now;
            } finally {
                lock.unlock();
            }
        }

        private Credentials read(@Nullable Credentials before) {
            try {
                // A kubelet replaces all files of a Secret at once, behind one link: both keys are of one version of
                // it.
                Path linked = folder.resolve("..data");
                Path version = Files.exists(linked) ? linked.toRealPath() : folder;
                return new Credentials(text(version, "accessKey"), text(version, "secretKey"), null, null);
            } catch (IOException e) {
                if (before != null) {
                    return before;
                }
                throw new ProviderException("folder=" + folder + " cannot be read: " + e, e);
            }
        }

        private static String text(Path folder, String name) throws IOException {
            String text = Files.readString(folder.resolve(name)).strip();
            if (text.isEmpty()) {
                throw new IOException(name + " is empty");
            }
            return text;
        }
    }
}
