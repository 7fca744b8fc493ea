/**
 * Shared memory of one machine: a process owns {@link dev.mosaic.memory.SharedMemory}, others reach its ranges by {@link
 * dev.mosaic.message.Place} through {@link dev.mosaic.memory.Mappings}. So a large object is named, not sent.
 *
 * <p>{@link dev.mosaic.memory.MemoryGauge} tells how much memory there is, {@link dev.mosaic.memory.MemoryShare} who may take how much of it.
 *
 * <p>Here belongs what knows files, mappings and the bytes around a range; not who may read what and for how long, which the
 * owner decides. Imports the JDK only.
 *
 * <pre>
 *   slab      a file in memory: one page or less of header, then ranges; never smaller than one page
 *     0       i64 magic, i64 owner, i64 number, i64 bytes, i64 state (1 = in use, 0 = given back); 64 B in all
 *   range     64 B of header, then the bytes, which start at a multiple of 64
 *     -64     i64 magic, i64 generation, i64 size, i64 offset, i64 kind of pages (1 = never touched, 2 = filled by another process)
 * </pre>
 *
 * All numbers are in the order of the machine. A slab of one large range has the range's header at the end of its first
 * page, so that its page tells of both after the rest has been given back to the system.
 */
@NullMarked
package dev.mosaic.memory;

import org.jspecify.annotations.NullMarked;
