package dev.mosaic.message;

/**
 * A proxy or a ref inside a payload. The bytes name only the tessera or entry; this says where to reach it, and lets a receiver
 * hold it.
 *
 * @param tessera which tessera or entry
 * @param worker the instance of the unit that counts its holders: a tessera's worker, an entry's home; 0 while the sender does
 *     not know
 */
public record Carried(Id tessera, long worker) {}
