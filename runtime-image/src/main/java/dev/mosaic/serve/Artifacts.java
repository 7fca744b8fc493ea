package dev.mosaic.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The jars of declared tesserae, in a folder of the head's, by the hash of their content.
 *
 * <p><b>Threading:</b> any thread, one at a time. <b>Cost:</b> each file once. <b>Failure:</b> {@link IOException} where a file is not
 * there, or is another one than was said.
 */
final class Artifacts implements AutoCloseable {
    private static final long MOST_BYTES = 1L << 30;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Path folder;
    private final HttpClient http;

    private Artifacts(Path folder, HttpClient http) {
        this.folder = folder;
        this.http = http;
    }

    static Artifacts open() throws IOException {
        return open(HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(10))
                .build());
    }

    static Artifacts open(HttpClient http) throws IOException {
        return new Artifacts(Files.createTempDirectory("mosaic-artifacts-"), http);
    }

    Path folder() {
        return folder;
    }

    /**
     * Files as workers get them.
     *
     * @param hash of all, in their order
     */
    record Fetched(List<Path> files, String hash) {}

    synchronized Fetched fetch(List<Declaration.Artifact> artifacts) throws IOException {
        List<Path> files = new ArrayList<>();
        StringBuilder hashes = new StringBuilder();
        for (Declaration.Artifact each : artifacts) {
            Path file = fetch(each);
            files.add(file);
            hashes.append(file.getFileName()).append('\n');
        }
        return new Fetched(
                List.copyOf(files), sha256(hashes.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
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
            copy(artifact, part);
            String hash = hash(part);
            if (!wanted.isEmpty() && !wanted.equals(hash)) {
                throw new IOException("artifact=" + artifact.uri() + " has sha256=" + hash + ", not " + wanted);
            }
            return Files.move(part, folder.resolve(hash + ".jar"), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private void copy(Declaration.Artifact artifact, Path to) throws IOException {
        URI uri = uri(artifact);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme();
        if (artifact.content() != null) {
            Files.write(to, decoded(artifact));
        } else if (scheme.equals("image")) {
            Path file = Path.of(uri.getPath());
            if (!Files.isRegularFile(file)) {
                throw new IOException("artifact=" + uri + " is no file in the image of the head");
            }
            Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
        } else if (scheme.equals("https")) {
            download(artifact, uri, to);
        } else {
            throw new IOException(
                    "artifact=" + uri + " is neither image:///path nor https://.. and came without content");
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
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
        try {
            HttpResponse<InputStream> answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = answer.body()) {
                if (answer.statusCode() != 200) {
                    throw new IOException("artifact=" + uri + " was answered with status=" + answer.statusCode());
                }
                save(in, uri, to);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the download of artifact=" + uri + " was interrupted", e);
        }
    }

    private static void save(InputStream in, URI uri, Path to) throws IOException {
        try (var out = Files.newOutputStream(to)) {
            byte[] buffer = new byte[1 << 16];
            long written = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                written += read;
                if (written > MOST_BYTES) {
                    throw new IOException("artifact=" + uri + " is larger than limitBytes=" + MOST_BYTES);
                }
                out.write(buffer, 0, read);
            }
        }
    }

    private static String hash(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java has no SHA-256", impossible);
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
