/** Programs that run as jobs: the jar that tests submit has this package and nothing else. */
@NullMarked
package dev.mosaic.system.jobs;

import org.jspecify.annotations.NullMarked;
