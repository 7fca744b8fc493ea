package dev.mosaic.function;

import dev.mosaic.invoke.MethodReference;

/**
 * A function that says its own name, by which lists, the dashboard and pictures show its tasks: a class that has this and one of the functions
 * of this package.
 *
 * <p>Others are shown by what they are: a method reference by class and method, {@code Solver.misfit}; a lambda by the method that it stands in;
 * an object by its class.
 */
public interface TaskName {
    /** The most characters that are shown. */
    int LONGEST = 100;

    /** The name, in one line. */
    String name();

    /** The name by which tasks of that function are shown. */
    static String of(Object function) {
        if (!(function instanceof TaskName named)) {
            return MethodReference.name(function);
        }
        String name;
        try {
            name = named.name().strip();
        } catch (RuntimeException broken) { // code of the program
            name = "";
        }
        if (name.isEmpty() || name.chars().anyMatch(Character::isISOControl)) {
            return MethodReference.name(function);
        }
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST - 1) + "…";
    }
}
