package dev.mosaic.processor;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import java.util.Map;

/** Types as class files name them. */
final class Descriptors {
    private static final Map<TypeName, String> PRIMITIVES = Map.of(
            TypeName.VOID, "V",
            TypeName.BOOLEAN, "Z",
            TypeName.BYTE, "B",
            TypeName.SHORT, "S",
            TypeName.CHAR, "C",
            TypeName.INT, "I",
            TypeName.LONG, "J",
            TypeName.FLOAT, "F",
            TypeName.DOUBLE, "D");

    private Descriptors() {}

    /** Of a type without type arguments. */
    static String of(TypeName erased) {
        return switch (erased) {
            case ArrayTypeName array -> "[" + of(array.componentType());
            case ClassName named -> "L" + named.reflectionName().replace('.', '/') + ";";
            default -> PRIMITIVES.getOrDefault(erased, "?");
        };
    }
}
