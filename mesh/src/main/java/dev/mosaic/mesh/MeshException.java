package dev.mosaic.mesh;

import org.jspecify.annotations.Nullable;

/**
 * A mesh that cannot do what its owner asked of it: a wrong endpoint, an address in use, a closed mesh.
 *
 * <p>What a <em>peer</em> does wrong is never an exception here: its link ends and {@link Receiver#disconnected} says why.
 */
public final class MeshException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What failed, stable across versions. */
    public enum Code {
        /** The text or the kind of an endpoint does not fit this mesh. */
        ENDPOINT("MOSAIC-MESH-001"),
        /** The endpoint cannot be listened on. */
        LISTEN("MOSAIC-MESH-002"),
        /** The mesh was closed before. */
        CLOSED("MOSAIC-MESH-003"),
        /** A setting is outside its range. */
        OPTION("MOSAIC-MESH-004"),
        /** A message breaks a limit of the sender's own mesh. */
        MESSAGE("MOSAIC-MESH-005"),
        /** An address that others can reach, and no keys for TLS. */
        KEYS_MISSING("MOSAIC-MESH-006"),
        /** The keys for TLS cannot be read, or do not belong together. */
        KEYS("MOSAIC-MESH-007");

        private final String text;

        Code(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final Code code;

    public MeshException(Code code, String message) {
        this(code, message, null);
    }

    public MeshException(Code code, String message, @Nullable Throwable cause) {
        super(message + " (" + code + ", mosaic.dev/errors)", cause);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
