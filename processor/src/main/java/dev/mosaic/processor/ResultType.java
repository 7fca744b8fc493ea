package dev.mosaic.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;

/** The {@code Task<R>} of a method, or the {@code Multi<R>} of one that gives its values one by one. */
final class ResultType {
    private static final List<String> PROMISES = List.of(
            Names.STAGE.canonicalName(),
            Names.UNI.canonicalName(),
            Names.TASK.canonicalName(),
            Names.MULTI.canonicalName());

    private final Surroundings around;
    private final TypeReader types;

    ResultType(Surroundings around, TypeReader types) {
        this.around = around;
        this.types = types;
    }

    /** As {@code dev.mosaic.invoke.Member#isAsynchronous} sees it, by what the declaring class says. */
    boolean isAsynchronous(TableMember member) {
        TypeMirror returns = bound(member.declaredReturns());
        return member.kind() == TableMember.Kind.METHOD
                && PROMISES.stream().anyMatch(promise -> around.isKindOf(returns, promise));
    }

    /** As {@code dev.mosaic.invoke.Member#isFlow} sees it. */
    boolean isFlow(TableMember member) {
        return isAsynchronous(member) && around.isKindOf(bound(member.declaredReturns()), Names.MULTI.canonicalName());
    }

    TypeName of(TableMember member) {
        if (isAsynchronous(member)) {
            TypeName value = promised(bound(member.returns()));
            return isFlow(member) ? ParameterizedTypeName.get(Names.MULTI, value) : task(value);
        }
        TypeName type = types.name(member.returns());
        return task(TypeReader.isNullable(member.element()) ? TypeReader.nullable(type) : type);
    }

    /** The task of a write. */
    static TypeName nothing() {
        return task(TypeName.VOID);
    }

    private static TypeName task(TypeName value) {
        TypeName boxed = value.isPrimitive() || value.equals(TypeName.VOID) ? value.box() : value;
        boolean empty = boxed.equals(TypeName.VOID.box());
        return ParameterizedTypeName.get(Names.TASK, empty ? TypeReader.nullable(boxed) : boxed);
    }

    private TypeName promised(TypeMirror type) {
        return Stream.concat(Stream.of(type), around.above(type).stream())
                .filter(above -> PROMISES.contains(
                        around.element(above).getQualifiedName().toString()))
                .flatMap(promise -> ((DeclaredType) promise).getTypeArguments().stream())
                .findFirst()
                .map(argument -> value(asWritten(argument, (DeclaredType) type)))
                .orElseGet(() -> TypeReader.nullable(ClassName.OBJECT));
    }

    /** The compiler loses @Nullable on the way from {@code CompletableFuture<@Nullable X>} to its supertype. */
    private TypeMirror asWritten(TypeMirror argument, DeclaredType type) {
        return type.getTypeArguments().stream()
                .<TypeMirror>map(written -> written)
                .filter(written -> around.types().isSameType(written, argument))
                .findFirst()
                .orElse(argument);
    }

    private TypeName value(TypeMirror argument) {
        if (argument instanceof WildcardType wildcard) {
            TypeMirror above = wildcard.getExtendsBound();
            return above == null ? TypeReader.nullable(ClassName.OBJECT) : types.name(above);
        }
        return types.name(argument);
    }

    private static TypeMirror bound(TypeMirror type) {
        return type instanceof TypeVariable variable ? bound(variable.getUpperBound()) : type;
    }
}
