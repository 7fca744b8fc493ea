package dev.mosaic.message;

/**
 * Names a range of shared memory, to any process of the machine.
 *
 * @param owner instance id of the unit that owns it
 * @param pid the owner's process
 * @param file number of the slab's file descriptor in that process, or -1 where the slab is a named file
 * @param slab number of the slab; never used twice by one process
 * @param offset bytes from the start of the slab; a multiple of 64
 * @param size bytes
 * @param generation tells this range from earlier and later ones in the same memory
 */
public record Place(long owner, int pid, int file, int slab, long offset, long size, long generation) {}
