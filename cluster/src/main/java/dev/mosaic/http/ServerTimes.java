package dev.mosaic.http;

/** What the JDK's http servers read once, when the first of a process is made. It holds for all servers of the process. */
public final class ServerTimes {
    /** Of each server; one more is closed at once. */
    private static final String CONNECTIONS = "1024";

    private ServerTimes() {}

    /**
     * For processes of Mosaic's own, before their first server; never in a program. A line is sent when it is written, and there are not more
     * connections than descriptors. What was set from outside stays.
     */
    public static void apply() {
        set("sun.net.httpserver.nodelay", "true");
        set("jdk.httpserver.maxConnections", CONNECTIONS);
    }

    private static void set(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }
}
