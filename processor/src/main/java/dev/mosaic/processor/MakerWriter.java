package dev.mosaic.processor;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import javax.lang.model.element.Modifier;

/** Writes what makes tesserae: {@code SolverProxy.remote(x)} and {@code SolverProxy.withOptions(o -> o.name("s")).remote(x)}. */
final class MakerWriter {
    static final String NAME = "Maker";

    private final CallWriter calls;
    private final ArrayWriter arrays;
    private final TesseraClass tessera;

    MakerWriter(CallWriter calls, ArrayWriter arrays, TesseraClass tessera) {
        this.calls = calls;
        this.arrays = arrays;
        this.tessera = tessera;
    }

    /** Without options. */
    MethodSpec remote(Variant creation) {
        return calls.begin(creation, Modifier.STATIC)
                .addStatement(make(creation, CodeBlock.of("new $T()", Names.TESSERA_OPTIONS)))
                .build();
    }

    MethodSpec withOptions() {
        return MethodSpec.methodBuilder("withOptions")
                .addJavadoc(
                        "Says something about the tessera to make: {@code withOptions(o -> o.name(\"s\")).remote(..)}.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .addParameter(ParameterizedTypeName.get(Names.CONSUMER, Names.TESSERA_OPTIONS), "options")
                .returns(tessera.proxy().nestedClass(NAME))
                .addStatement("$1T chosen = new $1T()", Names.TESSERA_OPTIONS)
                .addStatement("options.accept(chosen)")
                .addStatement("return new $T(chosen)", tessera.proxy().nestedClass(NAME))
                .build();
    }

    TypeSpec write(List<Variant> creations) {
        TypeSpec.Builder type = TypeSpec.classBuilder(NAME)
                .addJavadoc("Makes tesserae with options.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                .addField(Names.TESSERA_OPTIONS, "chosen", Modifier.PRIVATE, Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .addParameter(Names.TESSERA_OPTIONS, "chosen")
                        .addStatement("this.chosen = chosen")
                        .build());
        creations.forEach(creation -> type.addMethod(calls.begin(creation)
                .addStatement(make(creation, CodeBlock.of("this.chosen")))
                .build()));
        return type.addMethod(arrays.arrayWith("chosen")).build();
    }

    private CodeBlock make(Variant creation, CodeBlock options) {
        return CodeBlock.of(
                "return new $T($T.current().create(TABLE, $L, $L)$L.send())",
                tessera.proxyType(),
                Names.UNIT,
                creation.call().index(),
                options,
                calls.arguments(creation));
    }
}
