/** What a monitor costs as a cluster grows: light units on real sockets around a real monitor. */
@NullMarked
package dev.mosaic.benchmarks.monitor;

import org.jspecify.annotations.NullMarked;
