package dev.mosaic.security;

import java.security.SecureRandom;
import java.util.HexFormat;

/** The word that the units of a cluster know. */
final class Token {
    private static final int BYTES = 16;

    private Token() {}

    /** A new one: 32 hexadecimal digits and the end of the line. */
    static String make() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random) + "\n";
    }
}
