package dev.mosaic.message;

/**
 * A proxy inside a payload. Its bytes name only the tessera; this says where to reach it, and lets a receiver hold it.
 *
 * @param tessera which
 * @param worker the instance of the worker it lives in; 0 while the sender does not know
 */
public record Carried(Id tessera, long worker) {}
