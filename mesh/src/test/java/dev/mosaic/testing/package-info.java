/** What tests of all modules share; other modules get it with this module's test jar. May import the JDK, JUnit and AssertJ. */
@NullMarked
package dev.mosaic.testing;

import org.jspecify.annotations.NullMarked;
