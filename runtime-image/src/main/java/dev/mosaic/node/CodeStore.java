package dev.mosaic.node;

import dev.mosaic.code.ProgramCode;
import dev.mosaic.message.CodeMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files with programs' code that a node has, by their hash.
 *
 * <p><b>Threading:</b> the node's loop. <b>Cost:</b> the node's own files are read once, when the first program comes.
 */
final class CodeStore {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private final Path folder;
    private final List<String> own;
    private @Nullable Set<String> ownHashes;

    /**
     * Empty.
     *
     * @param own the class path that every worker has
     */
    CodeStore(Path folder, List<String> own) {
        this.folder = folder;
        this.own = List.copyOf(own);
    }

    /** True for a file that every worker has. */
    boolean isOwn(String hash) {
        Set<String> hashes = ownHashes;
        if (hashes == null) {
            hashes = ProgramCode.hashes(own).collect(Collectors.toUnmodifiableSet());
            ownHashes = hashes;
        }
        return hashes.contains(hash);
    }

    /** @throws IOException where its hash is none: it would name a file elsewhere */
    boolean has(CodeMessage.CodeFile file) throws IOException {
        checkHash(file);
        return Files.exists(file(file));
    }

    /** Where it is, once {@link #has} said so. */
    Path file(CodeMessage.CodeFile file) {
        return folder.resolve(file.hash() + ".jar");
    }

    /** Begins to get that file. */
    Download begin(CodeMessage.CodeFile file) throws IOException {
        checkHash(file);
        return new Download(file, file(file));
    }

    private static void checkHash(CodeMessage.CodeFile file) throws IOException {
        if (!HASH.matcher(file.hash()).matches()) {
            throw new IOException("hash=" + file.hash() + " of file=" + file.name() + " is none");
        }
    }
}
