package dev.mosaic.processor;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.WildcardTypeName;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.lang.model.util.Elements;

/** Writes {@code SolverProxy}. */
final class ProxyWriter {
    private final CallWriter calls;
    private final MakerWriter maker;
    private final ArrayWriter arrays;
    private final TesseraClass tessera;

    ProxyWriter(Elements elements, TesseraClass tessera) {
        this.calls = new CallWriter(elements);
        this.arrays = new ArrayWriter(calls, tessera);
        this.maker = new MakerWriter(calls, arrays, tessera);
        this.tessera = tessera;
    }

    TypeSpec write(TypeSpec.Builder type, List<Variant> shown, List<Variant> creations) {
        type.addJavadoc(
                        "Calls a {@link $T} that lives in a worker. Made by its {@code remote} methods.\n",
                        tessera.name())
                .addTypeVariables(tessera.variables())
                .superclass(Names.TESSERA_PROXY)
                .alwaysQualify("State")
                .addField(
                        FieldSpec.builder(Names.METHOD_TABLE, "TABLE", Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                                .addJavadoc("The members of {@link $T}.\n", tessera.name())
                                .initializer("$T.TABLE", tessera.dispatcher())
                                .build())
                .addMethod(constructor());
        creations.forEach(creation -> type.addMethod(maker.remote(creation)));
        type.addMethod(maker.withOptions());
        type.addMethod(arrays.array());
        type.addMethod(derived("after", "run after these tasks are done; no data moves")
                .addParameter(
                        ArrayTypeName.of(
                                ParameterizedTypeName.get(Names.ARG, WildcardTypeName.subtypeOf(ClassName.OBJECT))),
                        "tasks")
                .varargs()
                .addStatement(derive("after(tasks)"))
                .build());
        type.addMethod(derived("unordered", "read at once, out of order with the calls")
                .addStatement(derive("unordered()"))
                .build());
        type.addMethod(derived("withCallOptions", "have these options")
                .addParameter(ParameterizedTypeName.get(Names.CONSUMER, Names.CALL_OPTIONS), "options")
                .addStatement(derive("withCallOptions(options)"))
                .build());
        shown.forEach(call -> type.addMethod(call(call)));
        return type.addType(maker.write(creations))
                .addType(arrays.maker(MakerWriter.NAME, creations))
                .addType(arrays.array(tessera.variables()))
                .addType(arrays.all(tessera.variables(), shown))
                .build();
    }

    private static MethodSpec constructor() {
        return MethodSpec.constructorBuilder()
                .addJavadoc("For Mosaic, which makes proxies and rebuilds those that arrive.\n")
                .addModifiers(Modifier.PUBLIC)
                .addParameter(Names.TESSERA_HANDLE, "handle")
                .addStatement("super(handle)")
                .build();
    }

    private MethodSpec.Builder derived(String name, String what) {
        return MethodSpec.methodBuilder(name)
                .addJavadoc("The same tessera; calls made through the result $L.\n", what)
                .addModifiers(Modifier.PUBLIC)
                .returns(tessera.proxyType());
    }

    private CodeBlock derive(String how) {
        return CodeBlock.of("return new $T(handle().$L)", tessera.proxyType(), how);
    }

    private MethodSpec call(Variant variant) {
        return calls.begin(variant)
                .addStatement(
                        "return call($L)$L.$L()",
                        variant.call().index(),
                        calls.arguments(variant),
                        variant.call().isFlow() ? "flow" : "send")
                .build();
    }
}
