package dev.mosaic.function;

import dev.mosaic.invoke.MethodReference;

/**
 * An interface for functions that name their own tasks. Lists, the dashboard and pictures show the tasks by this name. Implement it in a class that
 * also implements one of the functions of this package.
 *
 * <p>Tasks of other functions have a default name: that of a method reference is its class and method, {@code Solver.misfit}; that of a lambda is the
 * method that contains it; that of an object is its class.
 */
public interface TaskName {
    /** The largest number of characters of a name that are shown. */
    int LONGEST = 100;

    /** The name, in one line. */
    String name();

    /** Returns the name by which tasks of this function are shown. */
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
