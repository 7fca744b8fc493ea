/**
 * What the mesh costs, beside JeroMQ, libzmq and plain sockets.
 *
 * <p>{@code benchmarks/run} starts two processes for each figure, both of {@link dev.mosaic.benchmarks.Side}: one serves,
 * one drives. {@code src/main/c/zmqbench.c} speaks the same protocol for libzmq, and {@code summarise.py} reads the lines
 * that both print. The inner loops are in {@code dev.mosaic.benchmarks.jmh}. This package uses the mesh as any unit does.
 */
@NullMarked
package dev.mosaic.benchmarks;

import org.jspecify.annotations.NullMarked;
