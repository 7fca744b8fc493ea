/** Whether a spec can be made true, as far as the API server cannot tell. PURE. */
@NullMarked
package dev.mosaic.operator.validate;

import org.jspecify.annotations.NullMarked;
