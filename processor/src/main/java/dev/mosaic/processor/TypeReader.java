package dev.mosaic.processor;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;

/**
 * Writes the compiler's types as names, also those of proxies that are not there yet.
 *
 * <p>A type that is missing for another reason sets {@link #sawMissing}; what was read is of no use then.
 */
final class TypeReader {
    private final ProxyNames proxies;
    private final String home;
    private boolean missing;

    TypeReader(ProxyNames proxies, String home) {
        this.proxies = proxies;
        this.home = home;
    }

    boolean sawMissing() {
        return missing;
    }

    /** As it would be written in source, with {@code @Nullable} where it says so. */
    TypeName name(TypeMirror type) {
        TypeName plain = type.accept(new TypeNames(this), null);
        return isNullable(type) ? nullable(plain) : plain;
    }

    /** Without type arguments: {@code T extends Number} gives {@code Number}. */
    TypeName erased(TypeMirror type) {
        return switch (type) {
            case ArrayType array -> ArrayTypeName.of(erased(array.getComponentType()));
            case ErrorType error when isMissing(error) -> proxy(error);
            // Before DeclaredType, which the compiler's intersections are too.
            case IntersectionType both -> erased(both.getBounds().getFirst());
            case DeclaredType declared -> ClassName.get((TypeElement) declared.asElement());
            case TypeVariable variable -> erased(variable.getUpperBound());
            default -> TypeName.get(type);
        };
    }

    /** Erased, as in class files: {@code [F}. */
    String descriptor(TypeMirror type) {
        return Descriptors.of(erased(type));
    }

    /** {@code (I[F)V}. */
    String descriptor(List<? extends TypeMirror> parameters, TypeMirror returns) {
        StringBuilder text = new StringBuilder("(");
        parameters.forEach(parameter -> text.append(descriptor(parameter)));
        return text.append(')').append(descriptor(returns)).toString();
    }

    /** With its bounds, as where it is declared. */
    TypeVariableName variable(TypeVariable variable) {
        TypeMirror upper = variable.getUpperBound();
        List<? extends TypeMirror> bounds =
                upper instanceof IntersectionType several ? several.getBounds() : List.of(upper);
        return TypeVariableName.get(
                variable.asElement().getSimpleName().toString(),
                bounds.stream().map(this::name).toArray(TypeName[]::new));
    }

    ClassName proxy(ErrorType type) {
        return proxies.meant(type, home).orElseGet(() -> {
            missing = true;
            return ClassName.OBJECT;
        });
    }

    /** By its kind: javac's classes are all {@code ErrorType}s. */
    static boolean isMissing(TypeMirror type) {
        return type.getKind() == TypeKind.ERROR;
    }

    /** Any annotation of that name counts, whoever made it. */
    static boolean isNullable(AnnotatedConstruct annotated) {
        return annotated.getAnnotationMirrors().stream()
                .anyMatch(mark ->
                        mark.getAnnotationType().asElement().getSimpleName().contentEquals("Nullable"));
    }

    static TypeName nullable(TypeName type) {
        return type.isAnnotated() || type.isPrimitive()
                ? type
                : type.annotated(AnnotationSpec.builder(Names.NULLABLE).build());
    }
}
