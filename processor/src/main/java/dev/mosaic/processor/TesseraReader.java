package dev.mosaic.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.ElementFilter;

/** Reads a tessera class whole, and reports what in it cannot be served. */
final class TesseraReader {
    private final Surroundings around;
    private final ProxyNames names;
    private final TypeReader types;
    private final Problems problems;
    private final TypeElement element;

    TesseraReader(Surroundings around, ProxyNames names, TypeReader types, Problems problems, TypeElement element) {
        this.around = around;
        this.names = names;
        this.types = types;
        this.problems = problems;
        this.element = element;
    }

    TesseraClass read() {
        CallReader calls = new CallReader(around, types, element);
        List<TypeVariableName> variables = element.getTypeParameters().stream()
                .map(parameter -> types.variable((TypeVariable) parameter.asType()))
                .toList();
        List<TableMember> members = new TableReader(around, types, problems, element).read();
        MemberCheck check = new MemberCheck(around, problems, element);
        List<Boolean> served = members.stream().map(check::isServed).toList();
        List<ExecutableElement> constructors = constructors();
        constructors.forEach(check::check);
        ClassName proxy = names.generated(element, "Proxy");
        if (element.getNestingKind().isNested()) {
            problems.note("the proxy of this nested class is " + proxy.simpleName());
        }
        TypeName proxyType =
                variables.isEmpty() ? proxy : ParameterizedTypeName.get(proxy, variables.toArray(TypeName[]::new));
        List<Call> shown = new ArrayList<>();
        NameCheck nameCheck = new NameCheck(problems, element);
        for (int index : calls.shown(members, served)) {
            nameCheck.check(members.get(index));
            shown.add(calls.read(index, members.get(index)));
        }
        List<Call> creations = new ArrayList<>();
        for (int i = 0; i < constructors.size(); i++) {
            creations.add(calls.creation(i, constructors.get(i), variables, proxyType));
        }
        long signature = Signature.of(
                members, constructors.stream().map(this::descriptor).toList());
        return new TesseraClass(
                element,
                ClassName.get(element),
                proxy,
                names.generated(element, "Dispatcher"),
                variables,
                members,
                served,
                constructors,
                signature,
                shown,
                creations);
    }

    private List<ExecutableElement> constructors() {
        return ElementFilter.constructorsIn(element.getEnclosedElements()).stream()
                .filter(constructor -> !constructor.getModifiers().contains(Modifier.PRIVATE))
                .sorted(Comparator.comparing(this::descriptor))
                .toList();
    }

    private String descriptor(ExecutableElement constructor) {
        return types.descriptor(
                constructor.getParameters().stream()
                        .map(VariableElement::asType)
                        .toList(),
                around.types().getNoType(TypeKind.VOID));
    }
}
