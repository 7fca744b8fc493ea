package dev.mosaic.http;

import dev.mosaic.mesh.Endpoint;
import java.io.IOException;
import java.util.List;

/** A part of what a head serves by http: its routes, and what is to be closed with the head. */
public interface Routes extends AutoCloseable {
    /** Opens a part when its head serves http. */
    @FunctionalInterface
    interface Opener {
        /**
         * Opens it.
         *
         * @param monitor where it is
         */
        Routes open(Endpoint.Tcp monitor) throws IOException;
    }

    List<Route> routes();

    @Override
    void close();
}
