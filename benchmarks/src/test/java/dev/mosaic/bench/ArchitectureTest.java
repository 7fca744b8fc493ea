package dev.mosaic.bench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.mosaic.testing.Architecture;
import org.junit.jupiter.api.Test;

/** What the workloads know. Read from the class files. */
class ArchitectureTest {
    @Test
    void shouldMeasureWhatUsersCanUse() {
        noClasses()
                .that()
                .resideInAPackage("dev.mosaic.bench")
                .and()
                .doNotHaveSimpleName("BenchCommand")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mosaic..")
                        .and(not(resideInAnyPackage(
                                "dev.mosaic",
                                "dev.mosaic.annotation",
                                "dev.mosaic.function",
                                "dev.mosaic.invoke",
                                "dev.mosaic.unit",
                                "dev.mosaic.bench"))))
                .because("a benchmark is a program; generated proxies know invoke and unit")
                .check(Architecture.main());
    }
}
