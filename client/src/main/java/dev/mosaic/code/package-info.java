/**
 * A program's classes on their way to its workers: {@link dev.mosaic.code.ProgramCode} is what a head has and hands out, {@link
 * dev.mosaic.code.CodeLoader} what a worker loads from.
 *
 * <p>Imports {@code dev.mosaic.message} and the JDK.
 */
@NullMarked
package dev.mosaic.code;

import org.jspecify.annotations.NullMarked;
