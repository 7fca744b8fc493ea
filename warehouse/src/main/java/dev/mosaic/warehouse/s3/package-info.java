/**
 * A bucket of S3 or MinIO, by the MinIO SDK; nobody else uses that.
 *
 * <p>Imports {@code dev.mosaic.store.tier}.
 */
@NullMarked
package dev.mosaic.warehouse.s3;

import org.jspecify.annotations.NullMarked;
