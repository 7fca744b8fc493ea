package dev.mosaic.mesh;

import java.net.InetAddress;
import java.nio.file.Path;

/**
 * Where a unit can be dialled, spelled as ZeroMQ spells it: {@code tcp://host:port} or {@code ipc:///path/of/a/socket}; and of our
 * own {@code via://host:port/target}, through a gateway.
 */
public sealed interface Endpoint {
    /** A TCP port. Port 0 asks a listener for any free one. IPv6 hosts stand in brackets. */
    record Tcp(String host, int port) implements Endpoint {
        public Tcp {
            if (port < 0 || port > 65_535) {
                throw new MeshException(MeshException.Code.ENDPOINT, "port=" + port + " is outside 0..65535");
            }
        }

        /** {@code host:port}. */
        public String address() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }

        /** True for all addresses of a machine: to listen at, and none to dial. */
        public boolean isAny() {
            return host.equals("0.0.0.0") || host.equals("::") || host.equals("*");
        }

        /**
         * True where only this machine can reach it, as it is written: a loopback address or {@code localhost}. Any other name may come to
         * mean another machine.
         */
        public boolean isLoopback() {
            if (host.equalsIgnoreCase("localhost")) {
                return true;
            }
            try {
                return InetAddress.ofLiteral(host).isLoopbackAddress();
            } catch (IllegalArgumentException name) {
                return false;
            }
        }

        @Override
        public String toString() {
            return "tcp://" + address();
        }
    }

    /** A unix socket in the file system; the path is at most 107 bytes long on Linux. */
    record Unix(Path path) implements Endpoint {
        @Override
        public String toString() {
            return "ipc://" + path;
        }
    }

    /**
     * A unit behind a gateway, {@code via://host:port/target}: to be dialled only.
     *
     * @param target {@code monitor}, or {@code host:port} as the gateway dials it
     */
    record Via(Tcp gateway, String target) implements Endpoint {
        @Override
        public String toString() {
            return "via://" + gateway.address() + "/" + target;
        }
    }

    /**
     * Reads an endpoint.
     *
     * @throws MeshException with {@link MeshException.Code#ENDPOINT} where the text is none
     */
    static Endpoint parse(String text) {
        if (text.startsWith("tcp://")) {
            int colon = text.lastIndexOf(':');
            String host = text.substring("tcp://".length(), Math.max(colon, "tcp://".length()));
            if (!host.isEmpty()) {
                return new Tcp(unbracketed(host), port(text, text.substring(colon + 1)));
            }
        } else if (text.startsWith("via://") && text.indexOf('/', "via://".length()) > 0) {
            int slash = text.indexOf('/', "via://".length());
            if (parse("tcp" + text.substring("via".length(), slash)) instanceof Tcp gateway) {
                return new Via(gateway, text.substring(slash + 1));
            }
        } else if (text.startsWith("ipc://") && text.length() > "ipc://".length()) {
            return new Unix(Path.of(text.substring("ipc://".length())));
        }
        throw unreadable(text);
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(String text, String digits) {
        try {
            return digits.equals("*") ? 0 : Integer.parseInt(digits);
        } catch (NumberFormatException notANumber) {
            throw unreadable(text);
        }
    }

    private static MeshException unreadable(String text) {
        return new MeshException(
                MeshException.Code.ENDPOINT,
                "endpoint=" + text + " is none of tcp://host:port, ipc:///path, via://host:port/target");
    }
}
