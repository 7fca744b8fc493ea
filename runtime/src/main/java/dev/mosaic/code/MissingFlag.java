package dev.mosaic.code;

import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;

/**
 * What cannot be loaded in a worker for want of a flag of its JVM that the program's JVM has: the error, with the flag and where to say it.
 *
 * <p><b>Threading:</b> pure.
 */
final class MissingFlag {
    private static final String PREVIEW = "--enable-preview";

    private MissingFlag() {}

    /** Names the module of the JDK that has the class, and that this process was started without. */
    static ClassNotFoundException of(String name, ClassNotFoundException notThere) {
        String inPackage = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        return ModuleFinder.ofSystem().findAll().stream()
                .map(ModuleReference::descriptor)
                .filter(module -> module.packages().contains(inPackage))
                .filter(module -> ModuleLayer.boot().findModule(module.name()).isEmpty())
                .findFirst()
                .map(module -> new ClassNotFoundException(name + advice("--add-modules=" + module.name()), notThere))
                .orElse(notThere);
    }

    /** Names the flag for code that uses a preview. */
    static UnsupportedClassVersionError of(UnsupportedClassVersionError notAllowed) {
        String what = notAllowed.getMessage();
        if (what == null || !what.contains(PREVIEW)) {
            return notAllowed;
        }
        var named = new UnsupportedClassVersionError(what + advice(PREVIEW));
        named.initCause(notAllowed);
        return named;
    }

    private static String advice(String flag) {
        return "; the JVM of this worker needs " + flag + ": say it to its node, by mosaic node --jvm or jvmArguments";
    }
}
