package dev.mosaic.processor;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Says which members can be called from another process. One that cannot is an error where the class is free to hide it;
 * a field, an inherited method, or one that a supertype asks for, is left out of the proxy.
 */
final class MemberCheck {
    private final Surroundings around;
    private final Problems problems;
    private final TypeElement tessera;
    private final Travel travel;

    MemberCheck(Surroundings around, Problems problems, TypeElement tessera) {
        this.around = around;
        this.problems = problems;
        this.tessera = tessera;
        this.travel = new Travel(around, tessera);
    }

    boolean isServed(TableMember member) {
        if (member.kind() == TableMember.Kind.METHOD) {
            return isServed((ExecutableElement) member.element(), member);
        }
        return travel.value(member.element().asType()).isEmpty();
    }

    void check(ExecutableElement constructor) {
        parameters(constructor, constructor.getParameters());
        for (var own : constructor.getTypeParameters()) {
            for (var outer : tessera.getTypeParameters()) {
                if (own.getSimpleName().equals(outer.getSimpleName())) {
                    problems.report(
                            constructor,
                            "type parameter " + own + " of the constructor hides that of the class",
                            "give it another name");
                }
            }
        }
    }

    private boolean isServed(ExecutableElement method, TableMember member) {
        boolean own = tessera.equals(method.getEnclosingElement()) && !around.isAskedFor(method, tessera);
        if (own) {
            boolean taken = parameters(method, method.getParameters());
            return result(method) && taken;
        }
        return Stream.concat(
                        member.parameters().stream().map(travel::value), Stream.of(travel.result(member.returns())))
                .allMatch(Optional::isEmpty);
    }

    private boolean parameters(ExecutableElement method, List<? extends VariableElement> parameters) {
        boolean served = true;
        for (VariableElement parameter : parameters) {
            Optional<Obstacle> obstacle = travel.value(parameter.asType());
            if (obstacle.isPresent()) {
                report(method, "parameter " + parameter, parameter.asType(), obstacle.get());
                served = false;
            }
        }
        return served;
    }

    private boolean result(ExecutableElement method) {
        Optional<Obstacle> obstacle = travel.result(method.getReturnType());
        obstacle.ifPresent(found -> report(method, "result", method.getReturnType(), found));
        return obstacle.isEmpty();
    }

    private void report(ExecutableElement method, String what, TypeMirror type, Obstacle obstacle) {
        problems.report(
                method,
                what + " of " + tessera.getSimpleName() + "." + method + ": " + type + " " + obstacle.what(),
                obstacle.remedy());
    }
}
