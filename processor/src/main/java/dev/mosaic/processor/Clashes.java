package dev.mosaic.processor;

import com.palantir.javapoet.ClassName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;

/** Reports overloads that a proxy cannot tell apart, once for each call. */
final class Clashes {
    private final Problems problems;
    private final TypeElement tessera;
    private final Set<Call> reported = new HashSet<>();

    Clashes(Problems problems, TypeElement tessera) {
        this.problems = problems;
        this.tessera = tessera;
    }

    /** True where there was something to report in this group of two or more. */
    boolean report(List<Variant> group, Specificity specificity, int most) {
        for (int i = 1; i < group.size(); i++) {
            for (int j = 0; j < i; j++) {
                Variant one = group.get(i);
                Variant other = group.get(j);
                if (one.promises() == 0) {
                    return report(one, other, "are one method in the proxy");
                }
                if (specificity.isSame(one, other)) {
                    return report(one, other, "cannot be told apart when a promise is passed");
                }
            }
        }
        if (group.size() > most) {
            return report(
                    group.get(most),
                    group.getFirst(),
                    "are two of more than " + most + " overloads that take a promise");
        }
        if (group.size() > 2) {
            for (Variant variant : group) {
                if (takesAnything(variant)) {
                    Variant other = group.getFirst().equals(variant) ? group.get(1) : group.getFirst();
                    return report(variant, other, "cannot be told apart when a promise is passed, as Object takes all");
                }
            }
        }
        return false;
    }

    private static boolean takesAnything(Variant variant) {
        return IntStream.range(0, variant.call().parameters().size())
                .filter(variant::isPromise)
                .anyMatch(i -> variant.call().parameters().get(i).codec().type().equals(ClassName.OBJECT));
    }

    private boolean report(Variant one, Variant other, String what) {
        if (reported.add(one.call())) {
            String remedy = one.call().element().getKind() == ElementKind.CONSTRUCTOR
                    ? "make one of them private, or change its parameters"
                    : "give one of them another name with @Remote(\"name\") from dev.mosaic.annotation";
            problems.report(
                    one.call().element(),
                    tessera.getSimpleName() + ": " + one.call().element() + " and "
                            + other.call().element() + " " + what,
                    remedy);
        }
        return true;
    }
}
