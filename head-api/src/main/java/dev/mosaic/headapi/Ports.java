package dev.mosaic.headapi;

/** The ports of a head, where nothing else is said. */
public final class Ports {
    /** Where its monitor listens, for nodes and for programs in the cluster's network: {@code tcp://host:7600}. */
    public static final int MONITOR = 7600;

    /** For programs outside of it: {@code mosaic://host:7601}. */
    public static final int GATEWAY = 7601;

    /** How a process is, over http; nodes and warehouses have it too. */
    public static final int HEALTH = 7680;

    /** The head's http: TLS, and the tokens of its clients. */
    public static final int HTTP = 7681;

    private Ports() {}
}
