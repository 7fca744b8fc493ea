package dev.mosaic.testing;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.nio.file.Path;
import java.util.Calendar;
import java.util.Date;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the architecture tests of all modules have in common. Method references count as calls. */
public final class Architecture {
    /** What pure code may know beside Mosaic's own: values, collections and buffers. "" is the package of arrays of primitives. */
    private static final DescribedPredicate<JavaClass> VALUES_AND_BUFFERS = resideInAnyPackage(
                    "",
                    "java.lang",
                    "java.lang.foreign",
                    "java.nio",
                    "java.nio.charset",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "org.jspecify..")
            .and(not(belongToAnyOf(
                    Thread.class,
                    ThreadGroup.class,
                    ThreadLocal.class,
                    InheritableThreadLocal.class,
                    Process.class,
                    ProcessBuilder.class,
                    Runtime.class,
                    System.Logger.class,
                    System.LoggerFinder.class,
                    Random.class,
                    SplittableRandom.class,
                    Timer.class,
                    TimerTask.class,
                    Date.class,
                    Calendar.class)));

    /** Of {@link System}, pure code may use what gives the same answer every time. */
    private static final Set<String> PURE_SYSTEM_METHODS = Set.of("arraycopy", "identityHashCode");

    private static final Set<String> MONITOR_METHODS = Set.of("wait", "notify", "notifyAll");

    private static final DescribedPredicate<JavaAccess<?>> SURROUNDINGS =
            describe("the clock, randomness, locks or surroundings", access -> {
                JavaClass owner = access.getTargetOwner();
                String name = access.getTarget().getName();
                return (owner.isEquivalentTo(System.class) && !PURE_SYSTEM_METHODS.contains(name))
                        || (owner.isEquivalentTo(Object.class) && MONITOR_METHODS.contains(name))
                        || (owner.isEquivalentTo(Math.class) && name.equals("random"))
                        || name.equals("randomUUID")
                        || name.equals("shuffle");
            });

    private Architecture() {}

    /** The main classes of the module whose tests run. */
    public static JavaClasses main() {
        return new ClassFileImporter().importPath(Path.of("target", "classes"));
    }

    /** The main and test classes of the module whose tests run. Of what they use only the names are known: reading that takes long. */
    public static JavaClasses mainAndTests() {
        ClassFileImporter importer = new ClassFileImporter();
        return ArchConfiguration.withThreadLocalScope((ArchConfiguration settings) -> {
            settings.setResolveMissingDependenciesFromClassPath(false);
            return importer.importPaths(Path.of("target", "classes"), Path.of("target", "test-classes"));
        });
    }

    /** No sockets, files, threads, clocks, randomness or loggers: the simulation replays it. */
    public static ArchRule pure(DescribedPredicate<JavaClass> code, DescribedPredicate<JavaClass> mayUse) {
        return CompositeArchRule.of(classes()
                        .that(code)
                        .should()
                        .onlyDependOnClassesThat(VALUES_AND_BUFFERS.or(mayUse).as("are values, collections or buffers"))
                        .because(
                                "the simulation replays it: no sockets, files, threads, clocks, randomness or loggers"))
                .and(noClasses()
                        .that(code)
                        .should()
                        .accessTargetWhere(SURROUNDINGS)
                        .because("time and chance are arguments of pure code"));
    }

    /** How things are called, and how they fail. */
    public static ArchRule habits() {
        return CompositeArchRule.of(noClasses()
                        .should()
                        .haveNameMatching(".*(Manager|Helper|Utils?|Impl|Base|Common)")
                        .because("such a name says nothing about the class"))
                .and(noClasses()
                        .should()
                        .accessTargetWhere(describe("a bare Throwable is made", Architecture::makesBareThrowable))
                        .because("an error has a type, the facts and what to do"));
    }

    /** For tests as well. */
    public static ArchRule sleepless() {
        return noClasses()
                .should()
                .accessTargetWhere(describe(
                        "a thread sleeps",
                        access -> access.getTarget().getName().equals("sleep")
                                && access.getTargetOwner().getPackageName().startsWith("java.")))
                .because("code waits for a condition, never for a time to pass");
    }

    /** The public classes of each package that are not inside another class, by simple name. */
    public static Map<String, Set<String>> publicClasses(JavaClasses all) {
        Map<String, Set<String>> found = new TreeMap<>();
        for (JavaClass each : all) {
            if (each.isTopLevelClass() && each.getModifiers().contains(JavaModifier.PUBLIC)) {
                found.computeIfAbsent(each.getPackageName(), any -> new TreeSet<>())
                        .add(each.getSimpleName());
            }
        }
        return found;
    }

    /** A constructor of {@code X extends RuntimeException} calls that of its superclass, which is no bare one. */
    private static boolean makesBareThrowable(JavaAccess<?> access) {
        JavaClass made = access.getTargetOwner();
        boolean bare = Set.of(
                        "java.lang.Throwable", "java.lang.Exception", "java.lang.RuntimeException", "java.lang.Error")
                .contains(made.getName());
        boolean subclass = access.getOrigin() instanceof JavaConstructor
                && access.getOriginOwner().getRawSuperclass().map(made::equals).orElse(false);
        return bare && access.getTarget().getName().equals(JavaConstructor.CONSTRUCTOR_NAME) && !subclass;
    }
}
