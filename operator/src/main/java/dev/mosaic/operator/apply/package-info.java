/** Does to Kubernetes what a plan says, and tells about it. The only package that writes. */
@NullMarked
package dev.mosaic.operator.apply;

import org.jspecify.annotations.NullMarked;
