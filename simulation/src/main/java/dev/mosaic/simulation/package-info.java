/**
 * Clusters of the pure machines on one thread: virtual time, a seeded network that delays, reorders and cuts, units that are
 * killed, stalled and replaced, and programs that do what the dice say. After every step the rules of {@code semantics.md} are
 * checked by {@code Ledger}, which sees everything. All of it is test code; this file is here so that the module has classes.
 */
@NullMarked
package dev.mosaic.simulation;

import org.jspecify.annotations.NullMarked;
