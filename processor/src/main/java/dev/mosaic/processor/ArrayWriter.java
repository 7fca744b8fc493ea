package dev.mosaic.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * Writes what makes and calls several tesserae at once: {@code SolverProxy.array(4).remote(x).all().solve(y)}. The types are members of
 * the proxy: {@code Array}, what {@code array} gives to make one, and what {@code all} gives to call it.
 */
final class ArrayWriter {
    private static final String ARRAY = "Array";
    private static final String MAKER = "ArrayMaker";
    private static final String ALL = "All";

    private final CallWriter calls;
    private final TesseraClass tessera;

    ArrayWriter(CallWriter calls, TesseraClass tessera) {
        this.calls = calls;
        this.tessera = tessera;
    }

    /** Without options. */
    MethodSpec array() {
        return begin().addModifiers(Modifier.STATIC)
                .addStatement("return new $T(size, new $T())", nested(MAKER), Names.TESSERA_OPTIONS)
                .build();
    }

    /** With those of a maker. */
    MethodSpec arrayWith(String options) {
        return begin().addStatement("return new $T(size, this.$N)", nested(MAKER), options)
                .build();
    }

    private MethodSpec.Builder begin() {
        return MethodSpec.methodBuilder("array")
                .addJavadoc("Several tesserae, spread over the workers: {@code array(4).remote(..)}.\n")
                .addModifiers(Modifier.PUBLIC)
                .addParameter(TypeName.INT, "size")
                .returns(nested(MAKER));
    }

    TypeSpec maker(String one, List<Variant> creations) {
        TypeSpec.Builder type = TypeSpec.classBuilder(MAKER)
                .addJavadoc("Makes arrays.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                .addField(TypeName.INT, "size", Modifier.PRIVATE, Modifier.FINAL)
                .addField(Names.TESSERA_OPTIONS, "chosen", Modifier.PRIVATE, Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .addParameter(TypeName.INT, "size")
                        .addParameter(Names.TESSERA_OPTIONS, "chosen")
                        .addStatement("this.size = size")
                        .addStatement("this.chosen = chosen")
                        .build());
        for (Variant creation : creations) {
            String own = free("own", creation);
            type.addMethod(calls.begin(creation)
                    .returns(own(ARRAY))
                    .addStatement(
                            "return new $T($T.make(this.size, this.chosen, $L -> new $T($L).remote($L)))",
                            own(ARRAY),
                            Names.TESSERA_ARRAY,
                            own,
                            nested(one),
                            own,
                            passed(creation))
                    .build());
        }
        return type.build();
    }

    TypeSpec array(List<TypeVariableName> variables) {
        TypeName above = ParameterizedTypeName.get(Names.TESSERA_ARRAY, tessera.proxyType());
        return TypeSpec.classBuilder(ARRAY)
                .addJavadoc("Several tesserae of class {@link $T}.\n", tessera.name())
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                .addTypeVariables(variables)
                .superclass(above)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .addParameter(above, "made")
                        .addStatement("super(made)")
                        .build())
                .addMethod(MethodSpec.methodBuilder("all")
                        .addJavadoc("Calls all of them: each method gives a list, in the order of the array.\n")
                        .addModifiers(Modifier.PUBLIC)
                        .returns(own(ALL))
                        .addStatement("return new $T(this)", own(ALL))
                        .build())
                .build();
    }

    TypeSpec all(List<TypeVariableName> variables, List<Variant> shown) {
        TypeSpec.Builder type = TypeSpec.classBuilder(ALL)
                .addJavadoc("Calls all tesserae of an array.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                .addTypeVariables(variables)
                .addField(FieldSpec.builder(own(ARRAY), "array", Modifier.PRIVATE, Modifier.FINAL)
                        .build())
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .addParameter(own(ARRAY), "array")
                        .addStatement("this.array = array")
                        .build());
        for (Variant variant : shown) {
            String one = free("one", variant);
            type.addMethod(calls.begin(variant)
                    .returns(
                            ParameterizedTypeName.get(Names.LIST, variant.call().returns()))
                    .addStatement(
                            "return this.array.each($L -> $L.$N($L))",
                            one,
                            one,
                            variant.call().name(),
                            passed(variant))
                    .build());
        }
        return type.build();
    }

    private static CodeBlock passed(Variant variant) {
        return variant.call().parameters().stream()
                .map(parameter -> CodeBlock.of("$N", parameter.name()))
                .collect(CodeBlock.joining(", "));
    }

    /** A name that no parameter has. */
    private static String free(String wish, Variant variant) {
        StringBuilder name = new StringBuilder(wish);
        while (variant.call().parameters().stream()
                .anyMatch(parameter -> parameter.name().contentEquals(name))) {
            name.append('_');
        }
        return name.toString();
    }

    private ClassName nested(String name) {
        return tessera.proxy().nestedClass(name);
    }

    /** With the class's own type parameters. */
    private TypeName own(String name) {
        return tessera.variables().isEmpty()
                ? nested(name)
                : ParameterizedTypeName.get(nested(name), tessera.variables().toArray(TypeName[]::new));
    }
}
