package dev.mosaic.mesh;

/**
 * Who a unit is, as it introduces itself on every link.
 *
 * @param uid its name, such as {@code worker:0:1}; 1 to 255 bytes of UTF-8, without control characters: it
 *     stands in logs and in lines of text
 * @param instance an id drawn anew at each boot, so that a replacement is never mistaken for the unit it replaces; 0 for
 *     a foreign ZeroMQ peer
 * @param protocol the version of Mosaic's messages it speaks; 0 for a foreign ZeroMQ peer
 */
public record Identity(String uid, long instance, int protocol) {
    public Identity {
        if (uid.isEmpty() || uid.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > 255) {
            throw new MeshException(MeshException.Code.OPTION, "uid=" + uid + " must have 1 to 255 bytes");
        }
        if (uid.chars().anyMatch(Character::isISOControl)) {
            throw new MeshException(
                    MeshException.Code.OPTION, "a uid of " + uid.length() + " characters has a line break or the like");
        }
    }

    /** True for a unit of Mosaic, false for any other ZeroMQ peer. */
    public boolean isMosaic() {
        return protocol > 0;
    }

    @Override
    public String toString() {
        return isMosaic() ? uid + "/" + Long.toHexString(instance) : uid;
    }
}
