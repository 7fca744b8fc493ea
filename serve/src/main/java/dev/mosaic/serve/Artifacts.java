package dev.mosaic.serve;

import dev.mosaic.http.Downloads;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jars of declared tesserae, in a folder of the head's, by the hash of their content.
 *
 * <p><b>Threading:</b> any thread; who fetches waits, and holds up nobody else. <b>Cost:</b> each file once, and again where one of the
 * image has another size or time. <b>Failure:</b> {@link IOException} where a file is not there, is another one than was said, or takes
 * more than 5 minutes.
 */
final class Artifacts implements AutoCloseable {
    private static final long MOST_BYTES = 1L << 30;
    private static final int OK = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Bytes with which each jar begins. */
    private static final byte[] ZIP = {'P', 'K'};

    private final Path folder;
    private final Path image;
    private final HttpClient http;
    private final Duration patience;
    private final AtomicLong copies = new AtomicLong();

    private Artifacts(Path folder, Path image, HttpClient http, Duration patience) {
        this.folder = folder;
        this.image = image;
        this.http = http;
        this.patience = patience;
    }

    /** @param image where {@code image:///} may read */
    static Artifacts open(Path image) throws IOException {
        HttpClient http = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
        return open(image, http, PATIENCE);
    }

    static Artifacts open(Path image, HttpClient http, Duration patience) throws IOException {
        return new Artifacts(Files.createTempDirectory("mosaic-artifacts-"), image, http, patience);
    }

    Path folder() {
        return folder;
    }

    /** How many files were read so far. */
    long copies() {
        return copies.get();
    }

    /**
     * Files as workers get them.
     *
     * @param hash of all, in their order
     * @param of what was asked for
     * @param seen the files of the image as they were then
     */
    record Fetched(List<Path> files, String hash, List<Declaration.Artifact> of, List<Stamp> seen) {}

    /** What is another one where a file has changed. */
    record Stamp(
            long sizeBytes, FileTime modified, @Nullable Object inode) {}

    /** @param before what came of it the last time; null where it is the first */
    Fetched fetch(List<Declaration.Artifact> artifacts, @Nullable Fetched before) throws IOException {
        List<Stamp> seen = new ArrayList<>();
        for (Declaration.Artifact each : artifacts) {
            if (isOfImage(each)) {
                BasicFileAttributes is = Files.readAttributes(inImage(each), BasicFileAttributes.class);
                seen.add(new Stamp(is.size(), is.lastModifiedTime(), is.fileKey()));
            }
        }
        if (before != null
                && before.seen().equals(seen)
                && before.of().equals(artifacts)
                && before.files().stream().allMatch(Files::exists)) {
            return before;
        }
        List<Path> files = new ArrayList<>();
        StringBuilder hashes = new StringBuilder();
        for (Declaration.Artifact each : artifacts) {
            Path file = fetch(each);
            files.add(file);
            hashes.append(file.getFileName()).append('\n');
        }
        return new Fetched(
                List.copyOf(files),
                Sha256.of(hashes.toString().getBytes(StandardCharsets.US_ASCII)),
                artifacts,
                List.copyOf(seen));
    }

    private Path fetch(Declaration.Artifact artifact) throws IOException {
        String wanted = artifact.sha256() == null ? "" : artifact.sha256().toLowerCase(Locale.ROOT);
        if (!wanted.isEmpty()) {
            Path here = folder.resolve(wanted + ".jar");
            if (Files.exists(here)) {
                return here;
            }
        }
        Path part = Files.createTempFile(folder, "part-", ".jar");
        try {
            copies.incrementAndGet();
            copy(artifact, part);
            String hash = Sha256.of(part);
            if (!wanted.isEmpty() && !wanted.equals(hash)) {
                throw new IOException("artifact=" + artifact.uri() + " has sha256=" + hash + ", not " + wanted);
            }
            return Files.move(part, folder.resolve(hash + ".jar"), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static boolean isOfImage(Declaration.Artifact artifact) throws IOException {
        return artifact.content() == null && "image".equals(uri(artifact).getScheme());
    }

    private void copy(Declaration.Artifact artifact, Path to) throws IOException {
        URI uri = uri(artifact);
        if (artifact.content() != null) {
            Files.write(to, decoded(artifact));
        } else if (isOfImage(artifact)) {
            Files.copy(inImage(artifact), to, StandardCopyOption.REPLACE_EXISTING);
            checkIsJar(uri, to);
        } else if ("https".equals(uri.getScheme())) {
            download(artifact, uri, to);
        } else {
            throw new IOException(
                    "artifact=" + uri + " is neither image:///path nor https://.. and came without content");
        }
    }

    /** Where it really is. What is elsewhere is not told from what is not there. */
    private Path inImage(Declaration.Artifact artifact) throws IOException {
        String path = uri(artifact).getPath();
        try {
            Path file = Path.of(path == null ? "" : path).toRealPath();
            if (path != null
                    && path.endsWith(".jar")
                    && file.startsWith(image.toRealPath())
                    && Files.isRegularFile(file)) {
                return file;
            }
        } catch (NoSuchFileException | InvalidPathException none) {
            throw notInImage(artifact, none);
        }
        throw notInImage(artifact, null);
    }

    private IOException notInImage(Declaration.Artifact artifact, @Nullable Exception cause) {
        return new IOException(
                "artifact=" + artifact.uri() + " is no .jar below folder=" + image
                        + " of the head's image: put it there, or say another folder with mosaic head --jars",
                cause);
    }

    private static void checkIsJar(URI uri, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            if (!Arrays.equals(in.readNBytes(ZIP.length), ZIP)) {
                throw new IOException("artifact=" + uri + " is no jar");
            }
        }
    }

    private static URI uri(Declaration.Artifact artifact) throws IOException {
        try {
            return URI.create(artifact.uri());
        } catch (IllegalArgumentException none) {
            throw new IOException("artifact=" + artifact.uri() + " is no URI", none);
        }
    }

    private static byte[] decoded(Declaration.Artifact artifact) throws IOException {
        try {
            return Base64.getDecoder().decode(artifact.content());
        } catch (IllegalArgumentException none) {
            throw new IOException("the content of artifact=" + artifact.uri() + " is no base64", none);
        }
    }

    private void download(Declaration.Artifact artifact, URI uri, Path to) throws IOException {
        if (artifact.sha256() == null) {
            throw new IOException("artifact=" + uri + " has no sha256, which files from elsewhere need");
        }
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        try {
            int status = Downloads.toFile(http, request, to, MOST_BYTES, patience);
            if (status != OK) {
                throw new IOException("artifact=" + uri + " was answered with status=" + status);
            }
        } catch (HttpTimeoutException late) {
            throw new IOException("artifact=" + uri + " did not come: " + late.getMessage(), late);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the download of artifact=" + uri + " was interrupted", e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of artifacts cannot be removed", e);
        }
    }
}
