package dev.mosaic.invoke.codec;

/**
 * A class loader for the classes that values name: those of the program, and the one of the runtime that is a value, which programs do not
 * see where the runtime has a class loader of its own. It defines none itself.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> what the program's loader says.
 */
final class ValueLoader extends ClassLoader {
    /** @param code the program's loader */
    ValueLoader(ClassLoader code) {
        super("values", code);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        ClassLoader loader = name.equals(AllowedClasses.REF) ? ValueLoader.class.getClassLoader() : getParent();
        return loader.loadClass(name);
    }
}
