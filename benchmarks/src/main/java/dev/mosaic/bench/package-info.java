/**
 * The workloads of {@code mosaic bench}: what other runtimes are measured by too, so that the lines can stand side by side.
 *
 * <p>A {@link dev.mosaic.bench.Family} is a class of workloads that belong together. Everything here is a program like any
 * other: it imports the public API of Mosaic only.
 */
@NullMarked
package dev.mosaic.bench;

import org.jspecify.annotations.NullMarked;
