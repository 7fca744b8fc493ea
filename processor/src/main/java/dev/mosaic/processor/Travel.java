package dev.mosaic.processor;

import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/** Says of a type whether its values can be arguments and results. What only a run can tell is left to the run. */
final class Travel {
    private static final List<String> PROMISES = List.of(
            "dev.mosaic.Arg", "java.util.concurrent.Future", Names.STAGE.canonicalName(), Names.UNI.canonicalName());
    private static final String REF = "dev.mosaic.Ref";
    private static final List<String> BOUND = List.of(
            "java.lang.Thread",
            "java.io.InputStream",
            "java.io.OutputStream",
            "java.io.Reader",
            "java.io.Writer",
            "java.lang.foreign.Arena",
            "java.net.Socket",
            "java.nio.channels.Channel",
            "java.util.concurrent.Executor",
            "java.util.stream.BaseStream",
            "dev.mosaic.Mosaic");

    private final Surroundings around;
    private final TypeElement tessera;

    Travel(Surroundings around, TypeElement tessera) {
        this.around = around;
        this.tessera = tessera;
    }

    /** Of a parameter or a field. */
    Optional<Obstacle> value(TypeMirror type) {
        boolean isRef = around.isKindOf(type, REF); // travels as itself where a member asks for one
        if (!isRef && PROMISES.stream().anyMatch(promise -> around.isKindOf(type, promise))) {
            return Optional.of(new Obstacle(
                    "is a promise, and those are resolved before the call",
                    "declare the type of its value; callers may pass a Task for it"));
        }
        return bound(type).or(() -> hidden(type));
    }

    Optional<Obstacle> result(TypeMirror type) {
        boolean future = around.isKindOf(type, "java.util.concurrent.Future");
        if (future && !around.isKindOf(type, Names.STAGE.canonicalName())) {
            return Optional.of(new Obstacle("is a future that nobody can wait for", "return a CompletionStage"));
        }
        return bound(type).or(() -> hidden(type));
    }

    private Optional<Obstacle> bound(TypeMirror type) {
        return BOUND.stream()
                .filter(name -> around.isKindOf(type, name))
                .findFirst()
                .map(name -> new Obstacle("cannot leave its process", "pass what it is made of, or make it private"));
    }

    /** Where the proxy could not name the type. */
    private Optional<Obstacle> hidden(TypeMirror type) {
        return switch (type) {
            case ErrorType missing when TypeReader.isMissing(missing) -> hidden(missing.getTypeArguments());
            case ArrayType array -> hidden(array.getComponentType());
            case WildcardType wildcard when wildcard.getExtendsBound() != null -> hidden(wildcard.getExtendsBound());
            case WildcardType wildcard when wildcard.getSuperBound() != null -> hidden(wildcard.getSuperBound());
            case DeclaredType declared -> hidden(declared).or(() -> hidden(declared.getTypeArguments()));
            default -> Optional.empty();
        };
    }

    private Optional<Obstacle> hidden(List<? extends TypeMirror> types) {
        return types.stream().flatMap(type -> hidden(type).stream()).findFirst();
    }

    private Optional<Obstacle> hidden(DeclaredType type) {
        for (Element at = type.asElement(); at instanceof TypeElement part; at = at.getEnclosingElement()) {
            if (!around.isNear(part, (DeclaredType) tessera.asType())) {
                return Optional.of(new Obstacle(
                        "is hidden from the proxy", "make " + part.getSimpleName() + " package-private or public"));
            }
        }
        return Optional.empty();
    }
}
