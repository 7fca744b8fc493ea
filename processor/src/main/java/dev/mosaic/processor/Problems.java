package dev.mosaic.processor;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/** Tells the author of one tessera class what cannot be served, and what to do. */
final class Problems {
    private record Problem(Diagnostic.Kind kind, Element at, String text) {}

    private final TypeElement tessera;
    private final List<Problem> problems = new ArrayList<>();

    Problems(TypeElement tessera) {
        this.tessera = tessera;
    }

    /** To be shown where the member stands, or at the class for an inherited one. */
    void report(Element member, String what, String remedy) {
        Element at = tessera.equals(member.getEnclosingElement()) ? member : tessera;
        problems.add(new Problem(Diagnostic.Kind.ERROR, at, what + "; " + remedy));
    }

    /** To be shown at the class; it is no problem. */
    void note(String text) {
        problems.add(new Problem(Diagnostic.Kind.NOTE, tessera, text));
    }

    boolean any() {
        return problems.stream().anyMatch(problem -> problem.kind() == Diagnostic.Kind.ERROR);
    }

    void say(Messager messager) {
        problems.forEach(problem -> messager.printMessage(problem.kind(), problem.text(), problem.at()));
    }
}
