package dev.mosaic.processor;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;

/** Chooses the lines of the method table that the proxy shows, and reads them. */
final class CallReader {
    private final Surroundings around;
    private final TypeReader types;
    private final TypeElement tessera;
    private final ResultType results;
    private final Codecs codecs;
    private final Docs docs;

    CallReader(Surroundings around, TypeReader types, TypeElement tessera) {
        this.around = around;
        this.types = types;
        this.tessera = tessera;
        this.results = new ResultType(around, types);
        this.codecs = new Codecs(around, types);
        this.docs = new Docs(types, tessera);
    }

    /** All that are served and not overridden; where a method has a field's name, the method wins. */
    List<Integer> shown(List<TableMember> members, List<Boolean> served) {
        List<ExecutableElement> methods = members.stream()
                .filter(member -> member.kind() == TableMember.Kind.METHOD)
                .map(member -> (ExecutableElement) member.element())
                .toList();
        Set<String> names = members.stream()
                .filter(member -> member.kind() == TableMember.Kind.METHOD)
                .filter(member -> !isOverridden(member, methods))
                .map(TableMember::name)
                .collect(Collectors.toSet());
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            TableMember member = members.get(i);
            boolean hidden = member.kind() == TableMember.Kind.METHOD
                    ? isOverridden(member, methods)
                    : names.contains(member.name());
            if (served.get(i) && !hidden) {
                shown.add(i);
            }
        }
        return shown;
    }

    Call read(int index, TableMember member) {
        CodeBlock doc = docs.of(member);
        return switch (member.kind()) {
            case METHOD -> method(index, member, doc);
            case READ -> field(index, member, List.of(), results.of(member), doc);
            case WRITE -> {
                Param value = param("value", member.parameters().getFirst(), (VariableElement) member.element());
                yield field(index, member, List.of(value), ResultType.nothing(), doc);
            }
        };
    }

    Call creation(int index, ExecutableElement constructor, List<TypeVariableName> variables, TypeName proxy) {
        List<TypeVariableName> all = new ArrayList<>(variables);
        constructor.getTypeParameters().forEach(own -> all.add(types.variable((TypeVariable) own.asType())));
        List<TypeMirror> parameters = constructor.getParameters().stream()
                .map(VariableElement::asType)
                .toList();
        return new Call(
                index,
                "remote",
                constructor,
                params(constructor, parameters),
                constructor.isVarArgs(),
                all,
                proxy,
                false,
                docs.of(constructor));
    }

    private boolean isOverridden(TableMember member, List<ExecutableElement> methods) {
        return around.isOverridden((ExecutableElement) member.element(), methods, tessera);
    }

    private Call method(int index, TableMember member, CodeBlock doc) {
        ExecutableElement method = (ExecutableElement) member.element();
        ExecutableType seen = (ExecutableType) around.types().asMemberOf((DeclaredType) tessera.asType(), method);
        List<TypeVariableName> variables =
                seen.getTypeVariables().stream().map(types::variable).toList();
        return new Call(
                index,
                member.name(),
                method,
                params(method, member.parameters()),
                method.isVarArgs(),
                variables,
                results.of(member),
                results.isFlow(member),
                doc);
    }

    private static Call field(int index, TableMember member, List<Param> parameters, TypeName result, CodeBlock doc) {
        return new Call(index, member.name(), member.element(), parameters, false, List.of(), result, false, doc);
    }

    private List<Param> params(ExecutableElement method, List<? extends TypeMirror> seen) {
        List<Param> params = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            VariableElement parameter = method.getParameters().get(i);
            params.add(param(parameter.getSimpleName().toString(), seen.get(i), parameter));
        }
        return params;
    }

    private Param param(String name, TypeMirror type, VariableElement declared) {
        TypeName written = types.name(type);
        return new Param(
                name, type, TypeReader.isNullable(declared) ? TypeReader.nullable(written) : written, codecs.of(type));
    }
}
