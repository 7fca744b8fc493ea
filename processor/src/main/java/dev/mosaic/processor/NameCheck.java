package dev.mosaic.processor;

import java.util.Set;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;

/** Finds members that could not stand in a proxy under their names. */
final class NameCheck {
    /** What every proxy has. */
    private static final Set<String> RESERVED = Set.of(
            "after",
            "withOptions",
            "drop",
            "kill",
            "unordered",
            "withCallOptions",
            "uid",
            "state",
            "worker",
            "remote",
            "handle");
    /** What every proxy has with these parameters; overloads are free. */
    private static final Set<String> RESERVED_KEYS = Set.of(
            "array(I",
            "call(I",
            "ready(",
            "equals(Ljava/lang/Object;",
            "hashCode(",
            "toString(",
            "getClass(",
            "clone(",
            "finalize(",
            "notify(",
            "notifyAll(",
            "wait(",
            "wait(J",
            "wait(JI");

    private final Problems problems;
    private final TypeElement tessera;

    NameCheck(Problems problems, TypeElement tessera) {
        this.problems = problems;
        this.tessera = tessera;
    }

    /** A field is checked by its read. */
    void check(TableMember member) {
        if (member.kind() == TableMember.Kind.WRITE) {
            return;
        }
        if (!SourceVersion.isIdentifier(member.name()) || SourceVersion.isKeyword(member.name())) {
            problems.report(
                    member.element(),
                    "@Remote(\"" + member.name() + "\") is not the name of a method",
                    "give it a Java identifier");
        } else if (RESERVED.contains(member.name()) || RESERVED_KEYS.contains(member.key())) {
            problems.report(
                    member.element(),
                    said(member, tessera) + " has the name of a method that every proxy has, " + member.name(),
                    remedy(member, tessera));
        }
    }

    /** A member in words. */
    static String said(TableMember member, TypeElement tessera) {
        String kind = member.kind() == TableMember.Kind.METHOD ? "method " : "field ";
        return kind + tessera.getSimpleName() + "." + member.element();
    }

    /** Another name, in the way that is open to the member. */
    static String remedy(TableMember member, TypeElement tessera) {
        String mark = "@Remote(\"name\") from dev.mosaic.annotation";
        if (member.element().getKind() == ElementKind.FIELD) {
            return "give it another there with " + mark + ", or make it private";
        }
        return tessera.equals(member.element().getEnclosingElement())
                ? "give it another there with " + mark
                : "override it in " + tessera.getSimpleName() + " and mark it " + mark;
    }
}
