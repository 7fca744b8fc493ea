package dev.mosaic.http;

import dev.mosaic.headapi.TokenFiles;

/** What a token lets its owner do over http. A larger scope includes the smaller ones; the smallest is first. */
public enum Scope {
    /** Call declared tesserae, and see how they are. */
    CALL(TokenFiles.CALL),
    /** Declare tesserae, and so run code in workers. */
    DEPLOY(TokenFiles.DEPLOY),
    /** See and change what the cluster consists of. */
    ADMIN(TokenFiles.ADMIN);

    private final String file;

    Scope(String file) {
        this.file = file;
    }

    /** The file with its token. */
    public String file() {
        return file;
    }

    /** Whether who has this one may do what needs the other. */
    boolean includes(Scope other) {
        return compareTo(other) >= 0;
    }
}
