package dev.mosaic.unit.shell;

/** One handle of a tessera that the kernel counts. It is let go when no {@link HeldTessera} has it any more. */
final class Grip {}
