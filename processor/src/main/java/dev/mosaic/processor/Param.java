package dev.mosaic.processor;

import com.palantir.javapoet.TypeName;
import javax.lang.model.type.TypeMirror;

/**
 * A parameter of a call.
 *
 * @param type as the tessera's class sees it
 * @param written the same, as the proxy shows it
 */
record Param(String name, TypeMirror type, TypeName written, Codec codec) {
    /** The type of what a promise for it gives. */
    TypeName promised() {
        return written.isPrimitive() ? written.box() : written;
    }
}
