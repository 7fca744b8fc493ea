package dev.mosaic.keys;

import dev.mosaic.headapi.TokenFiles;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/** The secrets that units and http clients of a cluster show. Each is a file of its own. */
public enum Token {
    /** Who has it joins the mesh. */
    MEMBER(TokenFiles.MEMBER),
    /** Calls declared tesserae over http. */
    CALL(TokenFiles.CALL),
    /** Declares tesserae over http, and calls them. */
    DEPLOY(TokenFiles.DEPLOY),
    /** Drains nodes over http, sees the whole cluster, and does what the two before may. */
    ADMIN(TokenFiles.ADMIN);

    /** Those for http alone. */
    public static final List<Token> SCOPES = List.of(CALL, DEPLOY, ADMIN);

    private static final int BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String file;

    Token(String file) {
        this.file = file;
    }

    /** What its file is called, in a folder and in a Secret. */
    public String file() {
        return file;
    }

    /** A new one: 32 hexadecimal digits and the end of the line. */
    static String make() {
        byte[] random = new byte[BYTES];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random) + "\n";
    }
}
