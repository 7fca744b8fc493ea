package dev.mosaic.node;

import dev.mosaic.code.ProgramCode;
import dev.mosaic.message.CodeMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
    private @Nullable Map<String, Path> ownByHash;

    /**
     * Empty.
     *
     * @param own the class path that every worker has
     */
    CodeStore(Path folder, List<String> own) {
        this.folder = folder;
        this.own = List.copyOf(own);
    }

    /** @throws IOException where its hash is none: it would name a file elsewhere */
    boolean has(CodeMessage.CodeFile file) throws IOException {
        checkHash(file);
        return Files.exists(file(file));
    }

    /** Where it is, once {@link #has} said so. A file that the node itself uses is not kept twice. */
    Path file(CodeMessage.CodeFile file) {
        Map<String, Path> known = ownByHash;
        if (known == null) {
            known = ProgramCode.byHash(own);
            ownByHash = known;
        }
        Path there = known.get(file.hash());
        return there != null ? there : folder.resolve(file.hash() + ".jar");
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
