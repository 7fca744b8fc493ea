/** What tests of all modules share: waiting, ports, logs, rules of architecture. May import the JDK, JUnit, AssertJ and ArchUnit. */
@NullMarked
package dev.mosaic.testing;

import org.jspecify.annotations.NullMarked;
