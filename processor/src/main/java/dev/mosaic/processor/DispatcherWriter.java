package dev.mosaic.processor;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.Modifier;

/** Writes {@code SolverDispatcher}. */
final class DispatcherWriter {
    private final TesseraClass tessera;
    private final CaseWriter cases;

    DispatcherWriter(TesseraClass tessera, CaseWriter cases) {
        this.tessera = tessera;
        this.cases = cases;
    }

    TypeSpec write(TypeSpec.Builder type) {
        return type.addJavadoc("Runs calls of a {@link $T} by their index in the method table.\n", tessera.name())
                .addSuperinterface(ParameterizedTypeName.get(Names.DISPATCHER, tessera.name()))
                .addField(FieldSpec.builder(
                                Names.METHOD_TABLE, "TABLE", Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                        .addJavadoc("The members of {@link $T}.\n", tessera.name())
                        .initializer("$T.of($T.class, $LL)", Names.METHOD_TABLE, tessera.name(), tessera.signature())
                        .build())
                .addMethod(MethodSpec.constructorBuilder()
                        .addJavadoc("For Mosaic.\n")
                        .addModifiers(Modifier.PUBLIC)
                        .build())
                .addMethod(overriding("table")
                        .returns(Names.METHOD_TABLE)
                        .addStatement("return TABLE")
                        .build())
                .addMethod(create())
                .addMethod(call())
                .build();
    }

    private MethodSpec create() {
        MethodSpec.Builder method = overriding("create")
                .addParameter(int.class, "constructor")
                .addParameter(Names.ARGUMENTS, "arguments")
                .addException(Throwable.class)
                .returns(tessera.name());
        CodeBlock.Builder body =
                CodeBlock.builder().add("return switch (constructor) {\n").indent();
        for (int i = 0; i < tessera.constructors().size(); i++) {
            body.add(cases.create(i, tessera.name(), tessera.creations().get(i)));
        }
        body.add("default -> throw TABLE.noConstructor(constructor);\n").unindent();
        return method.addCode(body.add("};\n").build()).build();
    }

    private MethodSpec call() {
        MethodSpec.Builder method = overriding("call")
                .addParameter(tessera.name(), "target")
                .addParameter(int.class, "method")
                .addParameter(Names.ARGUMENTS, "arguments")
                .addParameter(Names.RESULT, "result")
                .addException(Throwable.class);
        CodeBlock.Builder body = CodeBlock.builder().add("switch (method) {\n").indent();
        for (int i = 0; i < tessera.members().size(); i++) {
            if (tessera.served().get(i)) {
                body.add(cases.call(i, tessera.members().get(i)));
            }
        }
        body.add("default -> throw TABLE.noMethod(method);\n").unindent();
        return method.addCode(body.add("}\n").build()).build();
    }

    private static MethodSpec.Builder overriding(String name) {
        return MethodSpec.methodBuilder(name).addAnnotation(Override.class).addModifiers(Modifier.PUBLIC);
    }
}
