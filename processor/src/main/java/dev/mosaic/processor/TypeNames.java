package dev.mosaic.processor;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.List;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.SimpleTypeVisitor14;
import org.jspecify.annotations.Nullable;

/** The recursion of {@link TypeReader#name}: one level of a type. */
final class TypeNames extends SimpleTypeVisitor14<TypeName, @Nullable Void> {
    private final TypeReader reader;

    TypeNames(TypeReader reader) {
        this.reader = reader;
    }

    @Override
    public TypeName visitArray(ArrayType type, @Nullable Void nothing) {
        return ArrayTypeName.of(reader.name(type.getComponentType()));
    }

    @Override
    public TypeName visitDeclared(DeclaredType type, @Nullable Void nothing) {
        List<TypeName> arguments = arguments(type);
        ClassName name = ClassName.get((TypeElement) type.asElement());
        if (type.getEnclosingType() instanceof DeclaredType outer
                && reader.name(outer) instanceof ParameterizedTypeName generic) {
            return generic.nestedClass(name.simpleName(), arguments);
        }
        return of(name, arguments);
    }

    @Override
    public TypeName visitError(ErrorType type, @Nullable Void nothing) {
        return of(reader.proxy(type), arguments(type));
    }

    @Override
    public TypeName visitTypeVariable(TypeVariable type, @Nullable Void nothing) {
        return TypeVariableName.get(type.asElement().getSimpleName().toString());
    }

    @Override
    public TypeName visitWildcard(WildcardType type, @Nullable Void nothing) {
        TypeMirror above = type.getExtendsBound();
        TypeMirror below = type.getSuperBound();
        if (below != null) {
            return WildcardTypeName.supertypeOf(reader.name(below));
        }
        return WildcardTypeName.subtypeOf(above == null ? ClassName.OBJECT : reader.name(above));
    }

    @Override
    protected TypeName defaultAction(TypeMirror type, @Nullable Void nothing) {
        return TypeName.get(type);
    }

    private List<TypeName> arguments(DeclaredType type) {
        return type.getTypeArguments().stream().map(reader::name).toList();
    }

    private static TypeName of(ClassName name, List<TypeName> arguments) {
        return arguments.isEmpty() ? name : ParameterizedTypeName.get(name, arguments.toArray(TypeName[]::new));
    }
}
