package dev.mosaic.node;

import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
import java.util.List;
import java.util.stream.Stream;

/**
 * The flags of this program's JVM that decide which classes its code may use, and how: previews, modules of the JDK, and packages of these that are
 * opened or exported. Its workers have them too, since they run the same code.
 *
 * <p><b>Threading:</b> any thread.
 */
final class ProgramFlags {
    private static final String PREVIEW = "--enable-preview";
    private static final String MODULES = "--add-modules=";

    /** To the class path, which is where workers have the program. */
    private static final String TO_PROGRAM = "=ALL-UNNAMED";

    private ProgramFlags() {}

    static List<String> ofThisProcess() {
        return of(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** Those of these arguments. */
    static List<String> of(List<String> arguments) {
        return arguments.stream().filter(ProgramFlags::isOfLoading).toList();
    }

    private static boolean isOfLoading(String argument) {
        if (argument.startsWith(MODULES)) {
            return Stream.of(argument.substring(MODULES.length()).split(",", -1))
                    .allMatch(ProgramFlags::isOfJdk);
        }
        boolean isOfPackage = argument.startsWith("--add-opens=") || argument.startsWith("--add-exports=");
        return argument.equals(PREVIEW) || (isOfPackage && argument.endsWith(TO_PROGRAM));
    }

    /** The program's own are on the class path of its workers. */
    private static boolean isOfJdk(String module) {
        return module.equals("ALL-SYSTEM")
                || ModuleFinder.ofSystem().find(module).isPresent();
    }
}
