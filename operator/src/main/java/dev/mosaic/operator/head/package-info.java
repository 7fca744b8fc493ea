/** How the operator talks to heads over HTTP. Knows clusters, Services and Secrets, and nothing of what is said. */
@NullMarked
package dev.mosaic.operator.head;

import org.jspecify.annotations.NullMarked;
