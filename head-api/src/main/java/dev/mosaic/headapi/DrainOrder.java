package dev.mosaic.headapi;

import org.jspecify.annotations.Nullable;

/**
 * What is asked of a node by {@link HeadHttp#DRAIN}.
 *
 * @param deadlineSeconds 60 by default
 * @param onlyIfIdle false by default
 */
public record DrainOrder(
        @Nullable Double deadlineSeconds, @Nullable Boolean onlyIfIdle) {}
