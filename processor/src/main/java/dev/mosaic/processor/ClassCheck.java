package dev.mosaic.processor;

import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Says whether objects of a class can live in a worker. */
final class ClassCheck {
    private final Problems problems;

    ClassCheck(Problems problems) {
        this.problems = problems;
    }

    /** Whether a generated file can name it; says so where it cannot. */
    static boolean canBeNamed(TypeElement type, ProcessingEnvironment compiler) {
        boolean can = compiler.getElementUtils().getTypeElement(type.getQualifiedName()) != null;
        if (!can) {
            Problems problems = new Problems(type);
            problems.report(
                    type,
                    "tessera " + type.getSimpleName()
                            + " is in a compact source file, of which no generated file can name a class",
                    "write class Program { .. } around what is not a class, or make it without @Tessera: mosaic.remote("
                            + type.getSimpleName() + "::new)");
            problems.say(compiler.getMessager());
        }
        return can;
    }

    void check(TypeElement type) {
        String name = "tessera " + type.getSimpleName();
        if (type.getKind() != ElementKind.CLASS && type.getKind() != ElementKind.RECORD) {
            problems.report(type, name + " is not a class", "put @Tessera on a class that implements it");
            return;
        }
        if (type.getNestingKind() == NestingKind.LOCAL || type.getNestingKind() == NestingKind.ANONYMOUS) {
            problems.report(type, name + " is local to a method", "move it out of the method and make it static");
            return;
        }
        if (type.getModifiers().contains(Modifier.ABSTRACT)) {
            problems.report(
                    type, name + " is abstract", "put @Tessera on the subclasses, or remove the abstract modifier");
        }
        if (type.getNestingKind() == NestingKind.MEMBER && !type.getModifiers().contains(Modifier.STATIC)) {
            problems.report(type, name + " belongs to an object of the class around it", "make it static");
        }
        privateAround(type, name);
        boolean constructed = ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
                .anyMatch(constructor -> !constructor.getModifiers().contains(Modifier.PRIVATE));
        if (!constructed && !problems.any()) {
            problems.report(
                    type, name + " has private constructors only", "make one of them package-private or public");
        }
    }

    private void privateAround(TypeElement type, String name) {
        for (Element at = type; at instanceof TypeElement around; at = around.getEnclosingElement()) {
            if (around.getModifiers().contains(Modifier.PRIVATE)) {
                String what = at.equals(type) ? name + " is private" : name + " is inside private " + around;
                problems.report(type, what, "remove the private modifier; package-private is enough");
                return;
            }
        }
    }
}
