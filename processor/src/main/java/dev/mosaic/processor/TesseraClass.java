package dev.mosaic.processor;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * All that is written of a class.
 *
 * @param variables its type parameters
 * @param members the method table; the position is the index
 * @param served of each member, whether the dispatcher can call it
 * @param constructors in the order of the table
 * @param signature of the table
 * @param calls what the proxy shows
 * @param creations the constructors as calls
 */
record TesseraClass(
        TypeElement element,
        ClassName name,
        ClassName proxy,
        ClassName dispatcher,
        List<TypeVariableName> variables,
        List<TableMember> members,
        List<Boolean> served,
        List<ExecutableElement> constructors,
        long signature,
        List<Call> calls,
        List<Call> creations) {

    /** {@code BoxProxy<T>}. */
    TypeName proxyType() {
        return variables.isEmpty() ? proxy : ParameterizedTypeName.get(proxy, variables.toArray(TypeName[]::new));
    }
}
