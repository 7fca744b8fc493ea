/** Code as users write it, for the tests of units: the packages of Mosaic itself are not allowed in payloads. */
@NullMarked
package dev.mosaic.program;

import org.jspecify.annotations.NullMarked;
