/** A program of somebody else's: its only dependency on Mosaic is {@code dev.mosaic:mosaic}. */
package outside;
