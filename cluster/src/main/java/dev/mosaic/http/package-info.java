/**
 * A small http server for programs: routes, JSON, streams of lines, a token and TLS. What is served stands with those who register routes.
 *
 * <p>Imports {@code dev.mosaic.mesh} for keys, and owns Jackson. It knows nothing of clusters.
 */
@NullMarked
package dev.mosaic.http;

import org.jspecify.annotations.NullMarked;
