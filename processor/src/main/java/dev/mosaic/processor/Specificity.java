package dev.mosaic.processor;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/** Which of several overloads Java would take where more than one fits. */
final class Specificity {
    private final Types types;

    Specificity(Types types) {
        this.types = types;
    }

    /** More specific ones first, else in the order given. */
    List<Variant> sorted(List<Variant> group) {
        List<Variant> left = new ArrayList<>(group);
        List<Variant> sorted = new ArrayList<>();
        while (!left.isEmpty()) {
            Variant next = left.stream()
                    .filter(one -> left.stream().noneMatch(other -> isBelow(other, one)))
                    .findFirst()
                    .orElse(left.getFirst());
            left.remove(next);
            sorted.add(next);
        }
        return sorted;
    }

    /** True where promises for the one are promises for the other, so that no call can choose. */
    boolean isSame(Variant one, Variant other) {
        for (int i = 0; i < one.call().parameters().size(); i++) {
            if (!types.isSameType(type(one, i), type(other, i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isBelow(Variant lower, Variant upper) {
        boolean same = true;
        for (int i = 0; i < lower.call().parameters().size(); i++) {
            TypeMirror below = type(lower, i);
            TypeMirror above = type(upper, i);
            if (!types.isSameType(below, above)) {
                same = false;
                if (TypeReader.isMissing(below) || TypeReader.isMissing(above) || !types.isSubtype(below, above)) {
                    return false;
                }
            }
        }
        return !same;
    }

    private TypeMirror type(Variant variant, int parameter) {
        TypeMirror type = variant.call().parameters().get(parameter).type();
        return type instanceof PrimitiveType primitive
                ? types.boxedClass(primitive).asType()
                : TypeReader.isMissing(type) ? type : types.erasure(type);
    }
}
