package dev.mosaic.processor;

import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;

/** Chooses the codec of a type. */
final class Codecs {
    private final Surroundings around;
    private final TypeReader types;

    Codecs(Surroundings around, TypeReader types) {
        this.around = around;
        this.types = types;
    }

    Codec of(TypeMirror type) {
        return Codec.of(types.erased(type), isProxy(type));
    }

    /** True for a class that can be rebuilt on arrival, so not for {@code TesseraProxy} itself. */
    private boolean isProxy(TypeMirror type) {
        return switch (type) {
            case ErrorType generated when TypeReader.isMissing(generated) -> true;
            case TypeVariable variable -> isProxy(variable.getUpperBound());
            case DeclaredType declared ->
                around.isKindOf(declared, Names.TESSERA_PROXY.canonicalName())
                        && !types.erased(declared).equals(Names.TESSERA_PROXY);
            default -> false;
        };
    }
}
