package dev.mosaic.processor;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.lang.model.util.Elements;

/** Writes one overload of a call. */
final class CallWriter {
    private final Elements elements;

    CallWriter(Elements elements) {
        this.elements = elements;
    }

    /** The signature and its Javadoc, without a body. */
    MethodSpec.Builder begin(Variant variant, Modifier... modifiers) {
        Call call = variant.call();
        MethodSpec.Builder method = MethodSpec.methodBuilder(call.name())
                .addJavadoc(call.doc())
                .addModifiers(Modifier.PUBLIC)
                .addModifiers(modifiers)
                .addTypeVariables(call.variables())
                .returns(call.returns());
        if (variant.promises() != 0) {
            method.addJavadoc(" A promise is resolved in the worker that runs it.");
        }
        if (elements.isDeprecated(call.element())) {
            method.addAnnotation(Deprecated.class);
        }
        for (int i = 0; i < call.parameters().size(); i++) {
            method.addParameter(parameter(variant, i));
        }
        if (variant.level() != Variant.UNMARKED) {
            method.addParameter(mark(variant.level()), markName(call)).varargs();
        } else if (isVarArgs(variant)) {
            method.varargs();
            if (!isReifiable(call.parameters().getLast().written())) {
                method.addAnnotation(SafeVarargs.class);
                method.addModifiers(Modifier.FINAL);
            }
        }
        return method;
    }

    /** What writes the arguments: {@code .floats(update).arg(steps)}. */
    CodeBlock arguments(Variant variant) {
        CodeBlock.Builder code = CodeBlock.builder();
        List<Param> parameters = variant.call().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            Param parameter = parameters.get(i);
            CodeBlock name = CodeBlock.of("$N", parameter.name());
            if (variant.isPromise(i)) {
                code.add(".arg($L)", name);
            } else if (parameter.codec().type().equals(ClassName.OBJECT)) {
                // Object takes a promise too, and must not take it for a value.
                code.add(".arg($1L instanceof $2T<?> promise$3L ? promise$3L : $2T.of($1L))", name, Names.ARG, i);
            } else {
                code.add(parameter.codec().write(name));
            }
        }
        return code.build();
    }

    private static ParameterSpec parameter(Variant variant, int index) {
        Param parameter = variant.call().parameters().get(index);
        TypeName type = variant.isPromise(index)
                ? ParameterizedTypeName.get(Names.ARG, WildcardTypeName.subtypeOf(parameter.promised()))
                : parameter.written();
        return ParameterSpec.builder(type, parameter.name()).build();
    }

    private static boolean isVarArgs(Variant variant) {
        int last = variant.call().parameters().size() - 1;
        return variant.call().isVarArgs() && !variant.isPromise(last);
    }

    private static boolean isReifiable(TypeName array) {
        return array instanceof ArrayTypeName of
                && !(of.componentType() instanceof TypeVariableName)
                && !(of.componentType() instanceof ParameterizedTypeName);
    }

    private static TypeName mark(int level) {
        return ArrayTypeName.of(level == 0 ? Names.OVERLOAD : Names.OVERLOAD.nestedClass("Level" + level));
    }

    private static String markName(Call call) {
        StringBuilder name = new StringBuilder("overload");
        while (call.parameters().stream().anyMatch(parameter -> parameter.name().contentEquals(name))) {
            name.append('_');
        }
        return name.toString();
    }
}
