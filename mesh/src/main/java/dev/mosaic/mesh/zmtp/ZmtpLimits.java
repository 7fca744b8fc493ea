package dev.mosaic.mesh.zmtp;

/**
 * What a peer may announce.
 *
 * @param landBytes parts of this size and more are landed in a segment, not parsed in place
 * @param maxPartBytes of one part of a message
 * @param maxParts of one message
 * @param maxCommandBytes of one command
 */
public record ZmtpLimits(int landBytes, long maxPartBytes, int maxParts, int maxCommandBytes) {}
