/**
 * A program's classes on their way to its workers: {@link dev.mosaic.code.ProgramCode} and {@link dev.mosaic.code.LooseClasses} are
 * what a head has and hands out, {@link dev.mosaic.code.CodeLoader} what a worker loads from, {@link dev.mosaic.code.Snippets} what
 * jshell makes of what is typed.
 *
 * <p>Imports {@code dev.mosaic.message} and the JDK.
 */
@NullMarked
package dev.mosaic.code;

import org.jspecify.annotations.NullMarked;
