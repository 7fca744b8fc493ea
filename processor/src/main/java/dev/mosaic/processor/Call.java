package dev.mosaic.processor;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeVariableName;
import java.util.List;
import javax.lang.model.element.Element;

/**
 * What a proxy offers: a method, the read or write of a field, or a constructor.
 *
 * @param index in the method table
 * @param element what it stands for
 * @param variables its own type parameters
 * @param returns what the proxy's method returns
 * @param isFlow true where that is a {@code Multi}
 * @param doc the first sentence of its Javadoc
 */
record Call(
        int index,
        String name,
        Element element,
        List<Param> parameters,
        boolean isVarArgs,
        List<TypeVariableName> variables,
        TypeName returns,
        boolean isFlow,
        CodeBlock doc) {
    Call {
        parameters = List.copyOf(parameters);
        variables = List.copyOf(variables);
    }
}
