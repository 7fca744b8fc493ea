package dev.mosaic.processor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.NoType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Numbers the members of a class by the rule of {@code dev.mosaic.invoke.MethodTable}, which the two must share. */
final class TableReader {
    private final Surroundings around;
    private final TypeReader types;
    private final DeclaredType tessera;
    private final NoType nothing;
    private final Problems problems;
    private final Map<String, TableMember> found = new LinkedHashMap<>();

    TableReader(Surroundings around, TypeReader types, Problems problems, TypeElement tessera) {
        this.around = around;
        this.types = types;
        this.problems = problems;
        this.tessera = (DeclaredType) tessera.asType();
        this.nothing = around.types().getNoType(TypeKind.VOID);
    }

    List<TableMember> read() {
        methods(tessera);
        for (TypeMirror at = tessera; isAboveNothing(at); at = around.superclass(at)) {
            ElementFilter.fieldsIn(around.element(at).getEnclosedElements()).forEach(this::field);
        }
        List<TableMember> members = new ArrayList<>(found.values());
        members.sort(Comparator.comparing(TableMember::name).thenComparing(TableMember::descriptor));
        return members;
    }

    /** Lowest first: a superclass, then the interfaces, add only what is not there. */
    private void methods(TypeMirror type) {
        if (!isAboveNothing(type)) {
            return;
        }
        TypeElement element = around.element(type);
        ElementFilter.methodsIn(element.getEnclosedElements()).forEach(this::method);
        methods(element.getSuperclass());
        element.getInterfaces().forEach(this::methods);
    }

    private boolean isAboveNothing(TypeMirror type) {
        if (type instanceof ErrorType missing && TypeReader.isMissing(missing)) {
            types.proxy(missing);
            return false;
        }
        return type instanceof DeclaredType
                && !around.element(type).getQualifiedName().contentEquals("java.lang.Object");
    }

    private void method(ExecutableElement method) {
        if (!around.isNear(method, tessera) || method.getModifiers().contains(Modifier.STATIC) || isOfObject(method)) {
            return;
        }
        List<TypeMirror> declared =
                method.getParameters().stream().map(VariableElement::asType).toList();
        // asMemberOf loses @Nullable inside type arguments.
        boolean own = tessera.asElement().equals(method.getEnclosingElement());
        ExecutableType seen =
                (ExecutableType) (own ? method.asType() : around.types().asMemberOf(tessera, method));
        add(new TableMember(
                TableMember.Kind.METHOD,
                around.nameInProxy(method),
                method,
                types.descriptor(declared, method.getReturnType()),
                List.copyOf(seen.getParameterTypes()),
                seen.getReturnType(),
                method.getReturnType()));
    }

    private void field(VariableElement field) {
        if (!around.isNear(field, tessera) || field.getModifiers().contains(Modifier.STATIC)) {
            return;
        }
        String name = around.nameInProxy(field);
        boolean own = tessera.asElement().equals(field.getEnclosingElement());
        TypeMirror seen = own ? field.asType() : around.types().asMemberOf(tessera, field);
        String read = types.descriptor(List.of(), field.asType());
        add(new TableMember(TableMember.Kind.READ, name, field, read, List.of(), seen, field.asType()));
        if (!field.getModifiers().contains(Modifier.FINAL)) {
            String write = types.descriptor(List.of(field.asType()), nothing);
            add(new TableMember(TableMember.Kind.WRITE, name, field, write, List.of(seen), nothing, nothing));
        }
    }

    private void add(TableMember member) {
        TableMember first = found.putIfAbsent(member.key(), member);
        boolean renamed = first != null
                && first.kind() == member.kind()
                && !first.ownName().equals(member.ownName());
        if (renamed && member.kind() != TableMember.Kind.WRITE) {
            problems.report(
                    member.element(),
                    around.element(tessera).getSimpleName() + ": " + member.element() + " and " + first.element()
                            + " are one method in the proxy",
                    "give one of them another name with @Remote(\"name\") from dev.mosaic.annotation");
        }
    }

    private boolean isOfObject(ExecutableElement method) {
        TypeElement object = around.element(around.named("java.lang.Object"));
        return ElementFilter.methodsIn(object.getEnclosedElements()).stream()
                .filter(own -> !own.getModifiers().contains(Modifier.PRIVATE))
                .anyMatch(own -> own.getSimpleName().equals(method.getSimpleName())
                        && parameters(own).equals(parameters(method)));
    }

    private String parameters(ExecutableElement method) {
        return types.descriptor(
                method.getParameters().stream().map(VariableElement::asType).toList(), nothing);
    }
}
