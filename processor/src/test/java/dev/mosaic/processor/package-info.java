/**
 * Compiles tessera classes with the processor, in memory, and drives what it made: {@link dev.mosaic.processor.Program} is a
 * compiled program, {@link dev.mosaic.processor.LocalUnit} runs its calls at once, through the generated dispatchers.
 */
package dev.mosaic.processor;
