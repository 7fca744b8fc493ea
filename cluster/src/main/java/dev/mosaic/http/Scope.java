package dev.mosaic.http;

import dev.mosaic.keys.Token;

/** What a token lets its owner do over http. A larger scope includes the smaller ones; the smallest is first. */
public enum Scope {
    /** Call declared tesserae, and see how they are. */
    CALL(Token.CALL),
    /** Declare tesserae, and so run code in workers. */
    DEPLOY(Token.DEPLOY),
    /** See and change what the cluster consists of. */
    ADMIN(Token.ADMIN);

    private final Token token;

    Scope(Token token) {
        this.token = token;
    }

    /** The file with its token. */
    public String file() {
        return token.file();
    }

    /** Whether who has this one may do what needs the other. */
    boolean includes(Scope other) {
        return compareTo(other) >= 0;
    }
}
