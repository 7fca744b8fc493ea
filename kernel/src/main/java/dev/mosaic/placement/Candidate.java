package dev.mosaic.placement;

/**
 * A worker that could be chosen.
 *
 * @param instance which
 * @param permits how many calls it runs at once
 * @param tesserae that live there, or are on their way there
 * @param queued calls that wait there
 * @param running calls under way there
 * @param onNode tesserae of the same program on its node; 0 where the strategy does not look at nodes
 * @param turn grows with each placement anywhere; that of the last one there, 0 for none
 */
public record Candidate(long instance, int permits, int tesserae, int queued, int running, int onNode, long turn) {}
