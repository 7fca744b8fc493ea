/**
 * The inner loops of the mesh, each in one JVM; run them with {@code -prof gc}:
 *
 * <pre>{@code java -cp 'benchmarks/target/classes:benchmarks/target/lib/*' org.openjdk.jmh.Main -prof gc}</pre>
 */
@NullMarked
package dev.mosaic.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
