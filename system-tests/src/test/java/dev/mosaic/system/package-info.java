/** The whole product, as its user has it: the chart installed, a cluster applied, programs from this machine. No shortcuts. */
@NullMarked
package dev.mosaic.system;

import org.jspecify.annotations.NullMarked;
