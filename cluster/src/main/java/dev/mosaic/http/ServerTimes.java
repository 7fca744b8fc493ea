package dev.mosaic.http;

/** What the JDK's http servers read once, when the first of a process is made. */
public final class ServerTimes {
    private static final String REQUEST_SECONDS = "30";

    /** Of each server; one more is closed at once. */
    private static final String CONNECTIONS = "1024";

    private ServerTimes() {}

    /** A line is sent when it is written; who takes longer for a request is cut off, and there are not more connections than descriptors. What was set from outside stays. */
    public static void apply() {
        set("sun.net.httpserver.nodelay", "true");
        set("sun.net.httpserver.maxReqTime", REQUEST_SECONDS);
        set("jdk.httpserver.maxConnections", CONNECTIONS);
    }

    private static void set(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }
}
