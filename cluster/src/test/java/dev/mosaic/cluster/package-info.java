/** Clusters that tests put together. */
package dev.mosaic.cluster;
