package dev.mosaic.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** The first sentences of the proxy's Javadoc. */
final class Docs {
    private final TypeReader types;
    private final ClassName tessera;

    Docs(TypeReader types, TypeElement tessera) {
        this.types = types;
        this.tessera = ClassName.get(tessera);
    }

    CodeBlock of(TableMember member) {
        return switch (member.kind()) {
            case METHOD ->
                CodeBlock.of("Calls {@link $T#$L($L)}.", tessera, member.ownName(), parameters((ExecutableElement)
                        member.element()));
            case READ -> CodeBlock.of("Reads {@link $T#$L}, in order with the calls.", tessera, member.ownName());
            case WRITE -> CodeBlock.of("Writes {@link $T#$L}, in order with the calls.", tessera, member.ownName());
        };
    }

    CodeBlock of(ExecutableElement constructor) {
        return CodeBlock.of(
                "Makes a tessera by {@link $T#$L($L)}; returns at once.",
                tessera,
                tessera.simpleName(),
                parameters(constructor));
    }

    private String parameters(ExecutableElement method) {
        return method.getParameters().stream()
                .map(parameter -> types.erased(parameter.asType()).toString())
                .collect(Collectors.joining(", "));
    }
}
