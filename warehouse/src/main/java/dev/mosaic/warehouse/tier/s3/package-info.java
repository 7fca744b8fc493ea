/**
 * A bucket of S3 or MinIO, by the MinIO SDK; nobody else uses that.
 *
 * <p>Imports {@code dev.mosaic.warehouse.tier}.
 */
@NullMarked
package dev.mosaic.warehouse.tier.s3;

import org.jspecify.annotations.NullMarked;
