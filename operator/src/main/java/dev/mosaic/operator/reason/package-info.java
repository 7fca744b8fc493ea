/** The words by which conditions and Events say why. PURE; imports nothing. */
@NullMarked
package dev.mosaic.operator.reason;

import org.jspecify.annotations.NullMarked;
