package dev.mosaic.processor;

import com.palantir.javapoet.ClassName;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ErrorType;
import javax.lang.model.util.Elements;

/**
 * The proxies that this compilation makes. A class can name one, its own too, before it is written; the compiler then shows a
 * type that is missing, and this knows which is meant.
 */
final class ProxyNames {
    private final Elements elements;
    private final Set<ClassName> known = new HashSet<>();

    ProxyNames(Elements elements) {
        this.elements = elements;
    }

    void add(TypeElement tessera) {
        known.add(generated(tessera, "Proxy"));
    }

    /** {@code Outer.Solver} gives {@code Outer_SolverProxy}, as the client looks for it. */
    ClassName generated(TypeElement tessera, String suffix) {
        String home = elements.getPackageOf(tessera).getQualifiedName().toString();
        String binary = elements.getBinaryName(tessera).toString();
        String inPackage = home.isEmpty() ? binary : binary.substring(home.length() + 1);
        return ClassName.get(home, inPackage.replace('$', '_') + suffix);
    }

    /** The proxy that a missing type must be, seen from a package. */
    Optional<ClassName> meant(ErrorType missing, String home) {
        String name = ((TypeElement) missing.asElement()).getQualifiedName().toString();
        List<ClassName> named = known.stream()
                .filter(proxy -> name.equals(proxy.canonicalName()) || name.equals(proxy.simpleName()))
                .toList();
        if (named.size() == 1) {
            return Optional.of(named.getFirst());
        }
        return named.stream().filter(proxy -> proxy.packageName().equals(home)).findFirst();
    }
}
