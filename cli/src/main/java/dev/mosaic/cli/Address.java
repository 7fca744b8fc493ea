package dev.mosaic.cli;

import dev.mosaic.headapi.Ports;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.MeshException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where something listens, as a person writes it: {@code host:port}, {@code host}, or {@code tcp://host:port}. */
final class Address implements ITypeConverter<Endpoint.Tcp> {
    /** Of a monitor. */
    static final int PORT = Ports.MONITOR;

    private static final String SCHEME = "tcp://";

    Address() {}

    @Override
    public Endpoint.Tcp convert(String text) {
        String rest = text.startsWith(SCHEME) ? text.substring(SCHEME.length()) : text;
        boolean hasPort =
                rest.matches(".*:(\\d+|\\*)") && (rest.startsWith("[") || rest.indexOf(':') == rest.lastIndexOf(':'));
        try {
            if (Endpoint.parse(SCHEME + rest + (hasPort ? "" : ":" + PORT)) instanceof Endpoint.Tcp tcp) {
                return tcp;
            }
        } catch (MeshException unreadable) {
            throw new TypeConversionException("'" + text + "' is no address such as 10.0.0.1:7600");
        }
        throw new TypeConversionException("'" + text + "' is no address such as 10.0.0.1:7600");
    }
}
