package dev.mosaic.processor;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** The compiler's view of the program, with the questions that are asked of it here. */
record Surroundings(Elements elements, Types types) {
    static Surroundings of(ProcessingEnvironment environment) {
        return new Surroundings(environment.getElementUtils(), environment.getTypeUtils());
    }

    TypeElement element(TypeMirror type) {
        return (TypeElement) ((DeclaredType) type).asElement();
    }

    TypeMirror superclass(TypeMirror type) {
        return element(type).getSuperclass();
    }

    /** A class without type parameters, or the raw one. Missing ones give {@code Object}. */
    TypeMirror named(String name) {
        TypeElement found = elements.getTypeElement(name);
        return types.erasure((found == null ? elements.getTypeElement("java.lang.Object") : found).asType());
    }

    boolean isKindOf(TypeMirror type, String name) {
        return elements.getTypeElement(name) != null
                && type instanceof DeclaredType
                && type.getKind() == TypeKind.DECLARED
                && types.isSubtype(types.erasure(type), named(name));
    }

    /** Whether code in the class's own package can name the member. */
    boolean isNear(Element member, DeclaredType tessera) {
        boolean samePackage = elements.getPackageOf(member).equals(elements.getPackageOf(tessera.asElement()));
        return member.getModifiers().contains(Modifier.PUBLIC)
                || (samePackage && !member.getModifiers().contains(Modifier.PRIVATE));
    }

    /** Its own name, or that of {@code @Remote}. */
    String nameInProxy(Element member) {
        for (AnnotationMirror mark : member.getAnnotationMirrors()) {
            if (element(mark.getAnnotationType()).getQualifiedName().contentEquals(Names.REMOTE.canonicalName())) {
                return mark.getElementValues().values().stream()
                        .findFirst()
                        .map(value -> value.getValue().toString())
                        .orElse("");
            }
        }
        return member.getSimpleName().toString();
    }

    boolean isOverridden(ExecutableElement method, List<ExecutableElement> others, TypeElement tessera) {
        return others.stream().anyMatch(other -> elements.overrides(other, method, tessera));
    }

    /** True where a supertype asks for the method, so that the class cannot hide it. */
    boolean isAskedFor(ExecutableElement method, TypeElement tessera) {
        return above(tessera.asType()).stream()
                .flatMap(type -> ElementFilter.methodsIn(element(type).getEnclosedElements()).stream())
                .anyMatch(asked -> elements.overrides(method, asked, tessera));
    }

    /** All supertypes. */
    List<TypeMirror> above(TypeMirror type) {
        List<TypeMirror> all = new ArrayList<>();
        for (TypeMirror direct : types.directSupertypes(type)) {
            all.add(direct);
            all.addAll(above(direct));
        }
        return all;
    }
}
