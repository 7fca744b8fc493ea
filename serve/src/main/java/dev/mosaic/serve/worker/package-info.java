/**
 * Served tesserae in the worker: the user's object, JSON to its methods and back, replies that are kept by their keys.
 *
 * <p>Imports the client, {@code dev.mosaic.serve.call} and Jackson; classes of users come with the loader of their program.
 */
@NullMarked
package dev.mosaic.serve.worker;

import org.jspecify.annotations.NullMarked;
