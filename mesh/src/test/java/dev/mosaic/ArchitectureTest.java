package dev.mosaic;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Calendar;
import java.util.Date;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.TimerTask;
import org.junit.jupiter.api.Test;

/**
 * The arrows between packages and a few habits, read from the class files.
 *
 * <p>Method references count as calls. The rules hold for main classes; {@link #shouldNotSleep} also for tests.
 */
class ArchitectureTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
            .importPackages("dev.mosaic");
    private static final JavaClasses MAIN_AND_TESTS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
            .importPackages("dev.mosaic");

    private static final String PURE = "dev.mosaic.mesh.zmtp";

    /** What pure code may know: values, collections and buffers. "" is the package of arrays of primitives. */
    private static final DescribedPredicate<JavaClass> VALUES_AND_BUFFERS = resideInAnyPackage(
                    "",
                    "java.lang",
                    "java.lang.foreign",
                    "java.nio",
                    "java.nio.charset",
                    "java.util",
                    "java.util.function",
                    "org.jspecify..",
                    PURE + "..")
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
                    Calendar.class)))
            .as("are values, collections or buffers");

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

    @Test
    void shouldKeepZmtpToValuesAndBuffers() {
        classes()
                .that()
                .resideInAPackage(PURE + "..")
                .should()
                .onlyDependOnClassesThat(VALUES_AND_BUFFERS)
                .because("the simulation replays it: no sockets, files, threads, clocks, randomness or loggers")
                .check(MAIN);
    }

    @Test
    void shouldKeepTimeAndChanceOutOfZmtp() {
        noClasses()
                .that()
                .resideInAPackage(PURE + "..")
                .should()
                .accessTargetWhere(SURROUNDINGS)
                .because("time and chance are arguments of pure code")
                .check(MAIN);
    }

    @Test
    void shouldKeepThePortFreeOfWhatCarriesIt() {
        noClasses()
                .that()
                .resideInAPackage("dev.mosaic.mesh")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("dev.mosaic.mesh.socket..", "dev.mosaic.mesh.memory..", PURE + ".."))
                .because("whoever sends knows only the port")
                .check(MAIN);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("dev.mosaic.mesh.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void shouldNameThingsByWhatTheyAre() {
        noClasses()
                .should()
                .haveNameMatching(".*(Manager|Helper|Utils?|Impl|Base|Common)")
                .because("such a name says nothing about the class")
                .check(MAIN);
    }

    @Test
    void shouldThrowExceptionsThatSayWhatFailed() {
        noClasses()
                .should()
                .accessTargetWhere(describe("a bare Throwable is made", ArchitectureTest::makesBareThrowable))
                .because("an error has a type, the facts and what to do")
                .check(MAIN);
    }

    @Test
    void shouldNotSleep() {
        noClasses()
                .should()
                .accessTargetWhere(describe(
                        "a thread sleeps",
                        access -> access.getTarget().getName().equals("sleep")
                                && access.getTargetOwner().getPackageName().startsWith("java.")))
                .because("code waits for a condition, never for a time to pass")
                .check(MAIN_AND_TESTS);
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
