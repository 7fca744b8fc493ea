package dev.mosaic.headapi;

/** Names of the files with a cluster's secrets, in a folder and in a Secret. */
public final class TokenFiles {
    /** Who has it joins the mesh. */
    public static final String MEMBER = "token";

    /** Calls declared tesserae over http. */
    public static final String CALL = "call.token";

    /** Declares tesserae over http, and calls them. */
    public static final String DEPLOY = "deploy.token";

    /** Drains nodes over http, sees the whole cluster, and does what the two before may. */
    public static final String ADMIN = "admin.token";

    private TokenFiles() {}
}
