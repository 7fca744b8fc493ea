package dev.mosaic.headapi;

import org.jspecify.annotations.Nullable;

/**
 * What is asked of a node by {@link HeadHttp#DRAIN}.
 *
 * @param deadlineSeconds 60 unless said
 * @param onlyIfIdle false unless said
 */
public record DrainOrder(
        @Nullable Double deadlineSeconds, @Nullable Boolean onlyIfIdle) {}
