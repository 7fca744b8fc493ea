/**
 * How values become payloads and values again: fast paths of our own for what most calls pass, Apache Fory for graphs of
 * objects, a form of our own for exceptions.
 *
 * <p>Here belongs all that knows the bytes of a value; nothing else imports Fory. Imports {@code dev.mosaic}, {@code
 * dev.mosaic.invoke}, {@code dev.mosaic.message}, {@code dev.mosaic.unit.TesseraHandle} and the JDK.
 *
 * <pre>
 *   payload   value*                                     one for each argument; none at all = a method that returned nothing
 *   value     u8 tag, content                            ({@link dev.mosaic.invoke.codec.Tag}); all numbers little-endian
 *   block     u32 bytes, bytes                           near: a tag below 0x30
 *             u16 out-of-band part                       far: the same tag + 0x10
 *   proxy     i64 origin, i64 number, i64 signature of the method table, name of the tessera's class, name of the proxy's
 *   need      u16 index                                  stands for the one value of a task's payload
 *   graph     u32 bytes, Fory's bytes, u32 count, value* what Fory's bytes name by index: arrays, buffers, proxies, ...
 *   name      u16 bytes, UTF-8
 * </pre>
 */
@NullMarked
package dev.mosaic.invoke.codec;

import org.jspecify.annotations.NullMarked;
