package dev.mosaic.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import java.util.Objects;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;

/** Writes one case of a dispatcher's switch. The target is of the raw class, so members have their erased types. */
final class CaseWriter {
    private final Surroundings around;
    private final TypeReader types;
    private final Codecs codecs;
    private final ResultType results;
    private final TypeElement tessera;

    CaseWriter(Surroundings around, TypeReader types, TypeElement tessera) {
        this.around = around;
        this.types = types;
        this.codecs = new Codecs(around, types);
        this.results = new ResultType(around, types);
        this.tessera = tessera;
    }

    CodeBlock create(int index, ClassName type, Call creation) {
        CodeBlock arguments = creation.parameters().stream()
                .map(parameter -> read(parameter.type()))
                .collect(CodeBlock.joining(", "));
        return CodeBlock.of("case $L -> new $T($L);\n", index, type, arguments);
    }

    CodeBlock call(int index, TableMember member) {
        return switch (member.kind()) {
            case METHOD -> method(index, member);
            case READ -> CodeBlock.of("case $L -> result$L;\n", index, written(member, field(member)));
            case WRITE ->
                block(
                        index,
                        CodeBlock.of(
                                "$L = $L",
                                field(member),
                                read(member.parameters().getFirst())));
        };
    }

    private CodeBlock method(int index, TableMember member) {
        CodeBlock arguments = member.parameters().stream().map(this::read).collect(CodeBlock.joining(", "));
        CodeBlock called = CodeBlock.of("target.$N($L)", member.ownName(), arguments);
        if (results.isAsynchronous(member)) {
            return CodeBlock.of("case $L -> result.promise($L);\n", index, called);
        }
        return types.erased(member.returns()).equals(TypeName.VOID)
                ? block(index, called)
                : CodeBlock.of("case $L -> result$L;\n", index, written(member, called));
    }

    /** By the declared type: on a raw target nothing more is known. */
    private CodeBlock written(TableMember member, CodeBlock value) {
        return codecs.of(member.declaredReturns()).write(value);
    }

    private static CodeBlock block(int index, CodeBlock statement) {
        return CodeBlock.of("case $L -> {\n$>$L;\nresult.nothing();\n$<}\n", index, statement);
    }

    /** A method's own type parameter may ask for more than its erasure says. */
    private CodeBlock read(TypeMirror type) {
        CodeBlock value = codecs.of(type).read();
        if (type instanceof TypeVariable variable && variable.getUpperBound() instanceof IntersectionType several) {
            CodeBlock bounds = several.getBounds().stream()
                    .map(bound -> CodeBlock.of("$T", types.erased(bound)))
                    .collect(CodeBlock.joining(" & "));
            return CodeBlock.of("($L) $L", bounds, value);
        }
        return value;
    }

    /** Through its superclass where a field of that name lies nearer. */
    private CodeBlock field(TableMember member) {
        TypeElement owner =
                (TypeElement) Objects.requireNonNull(member.element().getEnclosingElement());
        boolean covered = Stream.concat(Stream.of(tessera.asType()), around.above(tessera.asType()).stream())
                .map(around::element)
                .filter(type -> !type.equals(owner))
                .flatMap(type -> type.getEnclosedElements().stream())
                .anyMatch(other -> (other.getKind() == ElementKind.FIELD)
                        && other.getSimpleName().equals(member.element().getSimpleName()));
        return covered && !owner.equals(tessera)
                ? CodeBlock.of("(($T) target).$N", ClassName.get(owner), member.ownName())
                : CodeBlock.of("target.$N", member.ownName());
    }
}
