// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Nothing in this module has a clock, a thread, a lock, a log, a file or a socket, or computes other bits on another
 * machine.
 */
@AnalyzeClasses(packages = "io.evenkeel.policy", importOptions = ImportOption.DoNotIncludeTests.class)
class PurityTest {

    @ArchTest
    static final ArchRule DEPENDS_ON_NOTHING_BUT_PLAIN_JAVA = noClasses()
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.util.concurrent..",
                            "java.util.logging..",
                            "java.lang.System.Logger..",
                            "java.io..",
                            "java.net..",
                            "java.nio..",
                            "java.time..")
                    .or(type(Thread.class))
                    .or(type(Runtime.class)));

    @ArchTest
    static final ArchRule READS_NO_CLOCK = noClasses()
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule COMPUTES_THE_SAME_BITS_EVERYWHERE = noClasses()
            .should()
            .callMethod(Math.class, "exp", double.class)
            .orShould()
            .callMethod(Math.class, "log", double.class)
            .orShould()
            .callMethod(Math.class, "pow", double.class, double.class);

    @ArchTest
    static final ArchRule POLICIES_ARE_FOUND_BY_NAME_ONLY = classes()
            .that()
            .resideInAnyPackage("io.evenkeel.policy.builtin", "io.evenkeel.policy.content")
            .and()
            .doNotImplement(PolicyProvider.class)
            .should()
            .notBePublic();
}
