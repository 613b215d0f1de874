// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The allowed dependencies, read from the compiled classes of every module. */
final class ArchitectureTest {

    /** The modules that a module may use; the arrows of ARCHITECTURE.md. */
    private static final Map<String, Set<String>> ARROWS = Map.of(
            "policy", Set.of(),
            "simulator", Set.of("policy"),
            "wire", Set.of(),
            "agent", Set.of("wire"),
            "config", Set.of("policy"),
            "dispatcher", Set.of("policy", "wire", "config"),
            "admin", Set.of("policy", "config", "dispatcher"),
            "lab", Set.of("policy", "simulator", "wire", "config", "dispatcher"),
            "cli", Set.of("policy", "simulator", "wire", "config", "dispatcher", "admin", "lab"));

    private static final Pattern MODULE = Pattern.compile("io\\.evenkeel\\.(\\w+)");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ARROWS.keySet().stream()
                    .map(module -> "io.evenkeel." + module)
                    .toArray(String[]::new));

    @Test
    void everyModuleIsSeen() {
        Set<String> seen = CLASSES.stream().map(ArchitectureTest::module).collect(Collectors.toSet());

        assertThat(seen).contains("policy", "dispatcher", "cli");
    }

    @Test
    void modulesUseOnlyThoseBelowThem() {
        ARROWS.forEach((module, allowed) -> {
            String[] forbidden = ARROWS.keySet().stream()
                    .filter(other -> !other.equals(module) && !allowed.contains(other))
                    .map(other -> "io.evenkeel." + other + "..")
                    .toArray(String[]::new);
            if (forbidden.length > 0) {
                noClasses()
                        .that()
                        .resideInAPackage("io.evenkeel." + module + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(forbidden)
                        .allowEmptyShould(true)
                        .check(CLASSES);
            }
        });
    }

    @Test
    void packagesFormNoCycles() {
        slices().assignedFrom(onePackageEach()).should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void nettyStaysInTheDataPlaneAndTheLoadsWire() {
        noClasses()
                .that(not(resideInAnyPackage(
                                "io.evenkeel.dispatcher.engine..",
                                "io.evenkeel.dispatcher.frontend..",
                                "io.evenkeel.dispatcher.exchange..",
                                "io.evenkeel.dispatcher.backend..",
                                "io.evenkeel.dispatcher.tunnel..",
                                "io.evenkeel.dispatcher.health..",
                                "io.evenkeel.dispatcher.monitor..",
                                "io.evenkeel.dispatcher.proxyprotocol..",
                                "io.evenkeel.dispatcher.http..",
                                "io.evenkeel.lab.load.net.."))
                        .and(not(resideInAPackage("io.evenkeel.dispatcher"))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(CLASSES);
    }

    @Test
    void adminSeesOnlyTheControlDoor() {
        Set<String> shown = shownByTheDoor();

        noClasses()
                .that()
                .resideInAPackage("io.evenkeel.admin..")
                .should()
                .dependOnClassesThat(describe(
                        "are in the dispatcher and not shown by dispatcher.control",
                        other -> module(other).equals("dispatcher") && !shown.contains(other.getName())))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void nobodyNamesAConcretePolicy() {
        noClasses()
                .that(not(resideInAPackage("io.evenkeel.policy.builtin..")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.evenkeel.policy.builtin..")
                .check(CLASSES);
    }

    @Test
    void policiesHaveNoClockThreadLockLogOrSocket() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.evenkeel.policy.builtin..",
                        "io.evenkeel.policy.headroom..",
                        "io.evenkeel.policy.load..",
                        "io.evenkeel.policy.reported..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.util.concurrent..", "java.io..", "java.net..", "java.nio..", "java.time..")
                        .or(type(Thread.class)))
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(CLASSES);
    }

    /**
     * The control package and every record, enum and interface that its public methods name, directly or through one of
     * these.
     */
    private static Set<String> shownByTheDoor() {
        Set<String> shown = new HashSet<>();
        Deque<JavaClass> open = new ArrayDeque<>();
        CLASSES.stream()
                .filter(each -> each.getPackageName().equals("io.evenkeel.dispatcher.control"))
                .forEach(open::add);
        while (!open.isEmpty()) {
            JavaClass next = open.pop();
            if (!module(next).equals("dispatcher") || !shown.add(next.getName())) {
                continue;
            }
            for (JavaCodeUnit unit : next.getCodeUnits()) {
                if (unit.getModifiers().contains(JavaModifier.PUBLIC)) {
                    involved(unit).filter(ArchitectureTest::isPlainData).forEach(open::add);
                }
            }
        }
        return shown;
    }

    private static Stream<JavaClass> involved(JavaCodeUnit unit) {
        List<? extends JavaType> parameters = unit.getParameterTypes();
        return Stream.concat(Stream.of(unit.getReturnType()), parameters.stream())
                .flatMap(type -> type.getAllInvolvedRawTypes().stream());
    }

    private static boolean isPlainData(JavaClass type) {
        return type.isRecord() || type.isEnum() || type.isInterface();
    }

    private static String module(JavaClass type) {
        Matcher matcher = MODULE.matcher(type.getPackageName());
        return matcher.lookingAt() ? matcher.group(1) : "";
    }

    private static SliceAssignment onePackageEach() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "one slice for each package";
            }
        };
    }
}
