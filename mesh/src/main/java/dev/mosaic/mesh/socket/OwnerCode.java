package dev.mosaic.mesh.socket;

/** Runs what the mesh's owner gave it where a failure of that must not stop the mesh: the log gets it, the mesh goes on. */
final class OwnerCode {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");

    private OwnerCode() {}

    /** @param what a word for the log, such as {@code disconnected} */
    static void run(String what, Runnable code) {
        try {
            code.run();
        } catch (RuntimeException | Error failure) {
            LOG.log(System.Logger.Level.ERROR, what + " failed", failure);
        }
    }
}
