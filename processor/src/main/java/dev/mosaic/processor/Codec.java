package dev.mosaic.processor;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import java.util.Map;

/**
 * How values of a type are written and read: the method of that name of {@code dev.mosaic.invoke.ValueWriter} and {@code
 * Arguments}. Boxes go by {@code object}, since they may be null.
 *
 * @param method the name
 * @param type erased
 */
record Codec(String method, TypeName type) {
    private static final Map<TypeName, String> TYPED = Map.ofEntries(
            Map.entry(TypeName.BOOLEAN, "booleanValue"),
            Map.entry(TypeName.BYTE, "byteValue"),
            Map.entry(TypeName.SHORT, "shortValue"),
            Map.entry(TypeName.CHAR, "charValue"),
            Map.entry(TypeName.INT, "intValue"),
            Map.entry(TypeName.LONG, "longValue"),
            Map.entry(TypeName.FLOAT, "floatValue"),
            Map.entry(TypeName.DOUBLE, "doubleValue"),
            Map.entry(ArrayTypeName.of(TypeName.BOOLEAN), "booleans"),
            Map.entry(ArrayTypeName.of(TypeName.BYTE), "bytes"),
            Map.entry(ArrayTypeName.of(TypeName.SHORT), "shorts"),
            Map.entry(ArrayTypeName.of(TypeName.CHAR), "chars"),
            Map.entry(ArrayTypeName.of(TypeName.INT), "ints"),
            Map.entry(ArrayTypeName.of(TypeName.LONG), "longs"),
            Map.entry(ArrayTypeName.of(TypeName.FLOAT), "floats"),
            Map.entry(ArrayTypeName.of(TypeName.DOUBLE), "doubles"),
            Map.entry(ClassName.get(String.class), "text"),
            Map.entry(ClassName.get("java.lang.foreign", "MemorySegment"), "segment"),
            Map.entry(ClassName.get("java.nio", "ByteBuffer"), "buffer"));

    static Codec of(TypeName erased, boolean isProxy) {
        return new Codec(isProxy ? "proxy" : TYPED.getOrDefault(erased, "object"), erased);
    }

    CodeBlock write(CodeBlock value) {
        return CodeBlock.of(".$L($L)", method, value);
    }

    /** From {@code arguments}. */
    CodeBlock read() {
        return TYPED.containsKey(type)
                ? CodeBlock.of("arguments.$L()", method)
                : CodeBlock.of("arguments.$L($T.class)", method, type);
    }
}
