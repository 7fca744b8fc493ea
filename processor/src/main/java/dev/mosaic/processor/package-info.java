/**
 * Reads classes marked {@code @Tessera} while they are compiled, and writes for each a proxy and a dispatcher.
 *
 * <p>In the order of work: {@link dev.mosaic.processor.TesseraProcessor} takes a class, {@code ClassCheck} says whether it can
 * be served, {@code TableReader} numbers its members as {@code dev.mosaic.invoke.MethodTable} does when the program runs,
 * {@code CallReader} chooses those that the proxy shows, {@code Variants} gives each its overloads, {@code ProxyWriter} and
 * {@code DispatcherWriter} write. This package may import JavaPoet and the JDK; the client's types it names by text.
 */
@NullMarked
package dev.mosaic.processor;

import org.jspecify.annotations.NullMarked;
