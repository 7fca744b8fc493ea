/** What has to be done: what should be and what is in, actions out. PURE: the time is an argument, nothing is done. */
@NullMarked
package dev.mosaic.operator.plan;

import org.jspecify.annotations.NullMarked;
