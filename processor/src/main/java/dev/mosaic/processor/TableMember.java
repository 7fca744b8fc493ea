package dev.mosaic.processor;

import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/**
 * One line of the method table, as {@code dev.mosaic.invoke.Member} is when the program runs.
 *
 * @param name in the proxy
 * @param element the method or field
 * @param descriptor erased, of the declaration
 * @param parameters as the tessera's class sees them: a superclass's {@code T} is the {@code String} that the class put there
 * @param returns the same
 * @param declaredReturns as the superclass declares it
 */
record TableMember(
        Kind kind,
        String name,
        Element element,
        String descriptor,
        List<TypeMirror> parameters,
        TypeMirror returns,
        TypeMirror declaredReturns) {
    enum Kind {
        METHOD,
        READ,
        WRITE
    }

    TableMember {
        parameters = List.copyOf(parameters);
    }

    /** What no two members share. */
    String key() {
        return name + descriptor.substring(0, descriptor.indexOf(')'));
    }

    /** As it goes into the table's signature. */
    String signed() {
        return kind + " " + name + descriptor;
    }

    String ownName() {
        return element.getSimpleName().toString();
    }
}
