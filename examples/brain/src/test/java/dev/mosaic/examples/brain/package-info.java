/** What the brain example is proved with. Maps are small where a small one shows the same. */
package dev.mosaic.examples.brain;
