package dev.mosaic.code;

import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Payload;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The files that a program's classes are in, by the hash of their content. Folders become jars. What is Mosaic's own is left out: workers
 * have it.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> reads every file once when it is first asked for; folders are packed into files next to the
 * program's sockets. <b>Failure:</b> entries that cannot be read are left out with one log line, as {@code java} does.
 */
public final class ProgramCode {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.code");
    private static final int CHUNK_BYTES = 1 << 20;

    /** Of these one is in each part of Mosaic. */
    private static final List<String> OWN =
            List.of("dev/mosaic/mesh/Mesh.class", "dev/mosaic/unit/Unit.class", "dev/mosaic/worker/WorkerMain.class");

    private final List<Path> entries;
    private final Path folder;
    private @Nullable Map<String, Path> files;
    private List<CodeMessage.CodeFile> listed = List.of();

    /**
     * Of a program.
     *
     * @param entries its class path
     * @param folder for folders that were packed
     */
    public ProgramCode(List<String> entries, Path folder) {
        this.entries = entries.stream().map(Path::of).toList();
        this.folder = folder;
    }

    /** The answer to what a node asks. */
    public CodeMessage answer(CodeMessage question) {
        if (question instanceof CodeMessage.PullCode pull) {
            return new CodeMessage.CodeChunk(pull.hash(), pull.from(), read(pull.hash(), pull.from()));
        }
        var _ = files();
        return new CodeMessage.Code(listed);
    }

    private synchronized Map<String, Path> files() {
        Map<String, Path> known = files;
        if (known == null) {
            known = new LinkedHashMap<>();
            List<CodeMessage.CodeFile> list = new ArrayList<>();
            for (Path entry : entries) {
                add(entry, known, list);
            }
            files = known;
            listed = List.copyOf(list);
        }
        return known;
    }

    private void add(Path entry, Map<String, Path> known, List<CodeMessage.CodeFile> list) {
        try {
            if (!Files.exists(entry) || isMosaic(entry)) {
                return;
            }
            Path file = Files.isDirectory(entry) ? Packing.pack(entry, folder.resolve("code-" + known.size())) : entry;
            String hash = Packing.hash(file);
            if (known.putIfAbsent(hash, file) == null) {
                list.add(new CodeMessage.CodeFile(
                        hash, Files.size(file), entry.getFileName().toString()));
            }
        } catch (IOException unreadable) {
            LOG.log(System.Logger.Level.WARNING, "{0} is not sent to workers: {1}", entry, unreadable.toString());
        }
    }

    private static boolean isMosaic(Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            return OWN.stream().anyMatch(name -> Files.exists(entry.resolve(name)));
        }
        try (ZipFile jar = new ZipFile(entry.toFile())) {
            return OWN.stream().anyMatch(name -> jar.getEntry(name) != null)
                    && jar.stream().map(ZipEntry::getName).allMatch(ProgramCode::isOfMosaic);
        }
    }

    /** Jars that a program was put into together with Mosaic have other classes too. */
    private static boolean isOfMosaic(String name) {
        return !name.endsWith(".class") || name.startsWith("dev/mosaic/") || name.startsWith("META-INF/");
    }

    private Payload read(String hash, long from) {
        Path file = files().get(hash);
        if (file == null || from < 0) {
            return Payload.EMPTY;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.clamp(channel.size() - from, 0, CHUNK_BYTES));
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
                // Until it is full, or the file was cut.
            }
            return new Payload(
                    new byte[0], List.of(MemorySegment.ofArray(bytes.array()).asSlice(0, bytes.position())), List.of());
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.WARNING, "{0} cannot be read any more: {1}", file, gone.toString());
            return Payload.EMPTY;
        }
    }

    /** The files of a class path that can be read, by their hash. Folders have none. */
    public static Map<String, Path> byHash(List<String> entries) {
        Map<String, Path> found = new LinkedHashMap<>();
        for (String entry : entries) {
            Path file = Path.of(entry);
            try {
                if (Files.isRegularFile(file)) {
                    found.putIfAbsent(Packing.hash(file), file.toAbsolutePath());
                }
            } catch (IOException unreadable) {
                // The node does not load from it either.
            }
        }
        return found;
    }
}
