package dev.mosaic.placement;

/**
 * A worker that could be chosen.
 *
 * @param instance which
 * @param permits how many calls it runs at once
 * @param tesserae that live there, or are on their way there
 * @param queued calls that wait there
 * @param running calls under way there
 */
public record Candidate(long instance, int permits, int tesserae, int queued, int running) {}
