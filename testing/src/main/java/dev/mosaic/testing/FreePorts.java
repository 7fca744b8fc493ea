package dev.mosaic.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback that nobody listens on. They lie below those that the system gives to sockets which dial: one of those could
 * take a port in the time before its user listens there, or while that user is away. JVMs of tests that run beside each other draw from
 * different ones.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;

    /** Linux gives out ports from here on. */
    private static final int END = 32_768;

    private static final int TRIES = 1_000;

    private FreePorts() {}

    /** The first of so many ports that follow each other. */
    public static int next(int count) {
        Fork.Range own = Fork.own().part(FIRST, END);
        for (int i = 0; i < TRIES; i++) {
            int first = ThreadLocalRandom.current().nextInt(own.first(), own.end() - count + 1);
            if (areFree(first, count)) {
                return first;
            }
        }
        throw new IllegalStateException("found no " + count + " free ports in " + TRIES + " tries");
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                // it is free
            } catch (IOException taken) {
                return false;
            }
        }
        return true;
    }
}
