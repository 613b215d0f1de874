// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The allowed dependencies, read from the compiled classes of every module. */
final class ArchitectureTest {

    /** The modules that a module may use; the arrows of ARCHITECTURE.md. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry("policy", Set.of()),
            entry("config", Set.of("policy")),
            entry("simulator", Set.of("policy", "config")),
            entry("planner", Set.of("policy", "config", "simulator")),
            entry("load", Set.of("config", "simulator")),
            entry("translate", Set.of("config")),
            entry("wire", Set.of()),
            entry("agent", Set.of("wire")),
            entry("client", Set.of("wire")),
            entry("dispatcher", Set.of("policy", "wire", "config")),
            entry("store", Set.of("config", "dispatcher")),
            entry("acme", Set.of("config", "dispatcher")),
            entry("discovery", Set.of("config", "dispatcher")),
            entry("join", Set.of("config", "dispatcher")),
            entry("admin", Set.of("policy", "config", "dispatcher")),
            entry("telemetry", Set.of("config", "dispatcher", "admin")),
            entry("lab", Set.of("policy", "config", "simulator", "planner", "load", "wire", "client", "dispatcher")),
            entry(
                    "cli",
                    Set.of(
                            "policy",
                            "config",
                            "simulator",
                            "planner",
                            "load",
                            "translate",
                            "wire",
                            "dispatcher",
                            "admin",
                            "lab")));

    private static final Pattern MODULE = Pattern.compile("io\\.evenkeel\\.(\\w+)");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ARROWS.keySet().stream()
                    .map(module -> "io.evenkeel." + module)
                    .toArray(String[]::new));

    @Test
    void everyModuleIsSeen() {
        Set<String> seen = CLASSES.stream().map(ArchitectureTest::module).collect(Collectors.toSet());

        // The agent is a jar for servers and not on the class path of the command line; ModulesTest reads its pom.
        assertThat(seen)
                .containsAll(ARROWS.keySet().stream()
                        .filter(module -> !module.equals("agent"))
                        .toList());
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
                                "io.evenkeel.dispatcher.listener..",
                                "io.evenkeel.dispatcher.exchange..",
                                "io.evenkeel.dispatcher.backend..",
                                "io.evenkeel.dispatcher.tunnel..",
                                "io.evenkeel.dispatcher.health..",
                                "io.evenkeel.dispatcher.monitor..",
                                "io.evenkeel.dispatcher.proxyprotocol..",
                                "io.evenkeel.dispatcher.http..",
                                "io.evenkeel.dispatcher.http2..",
                                "io.evenkeel.discovery.dns..",
                                "io.evenkeel.load.net..",
                                "io.evenkeel.store"))
                        .and(not(resideInAPackage("io.evenkeel.dispatcher"))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(CLASSES);
    }

    /** Everybody else meets TLS as a connection and its facts. */
    @Test
    void onlyEngineTlsKnowsNettysTls() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.evenkeel.dispatcher.engine.tls", "io.evenkeel.load.net")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty.handler.ssl..", "io.netty.internal.tcnative..")
                .check(CLASSES);
    }

    /** Events go to the dispatcher's own log; what loggers of libraries say comes there by one bridge. */
    @Test
    void onlyTheEventLogKnowsLoggersOfLibraries() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.evenkeel.dispatcher.log")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.slf4j..",
                        "org.apache.logging..",
                        "java.util.logging..",
                        "io.netty.util.internal.logging..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(System.Logger.class)
                .check(CLASSES);
    }

    /** The control interface itself and these types that it shows; one more is a decision, so it is named here. */
    @Test
    void adminSeesOnlyTheControlInterface() {
        Set<String> shown = Set.of(
                "admission.AdmissionCounts",
                "affinity.SessionFigures",
                "affinity.SessionsLeft",
                "affinity.SessionsView",
                "affinity.store.StoreView",
                "certificate.IssueView",
                "discovery.DiscoveryView",
                "log.EventLogger",
                "metrics.ClassTraffic",
                "metrics.HandshakeCounts",
                "metrics.MeasureSnapshot",
                "metrics.ListenerTraffic",
                "metrics.Traffic",
                "monitor.AgentState",
                "monitor.AgentView",
                "monitor.SampleSource",
                "monitor.push.PushMessages",
                "node.AdminState",
                "node.ClusterCounts",
                "node.Decision",
                "node.NodeCounts",
                "node.NodeState",
                "node.bound.NodeBound",
                "node.overload.ClassCounts",
                "node.overload.OverloadCounts",
                "protection.ProtectionLevel",
                "protection.ResourceView",
                "trace.ExemplarView");

        noClasses()
                .that()
                .resideInAPackage("io.evenkeel.admin..")
                .should()
                .dependOnClassesThat(describe(
                        "are in the dispatcher and neither in dispatcher.control nor named here",
                        other -> module(other).equals("dispatcher") && !isShown(other, shown)))
                .check(CLASSES);
        assertThat(usedByAdmin()).as("types named here that admin does not use").containsAll(shown);
    }

    private static Set<String> usedByAdmin() {
        return CLASSES.stream()
                .filter(type -> module(type).equals("admin"))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass())
                .filter(type -> module(type).equals("dispatcher"))
                .map(ArchitectureTest::outer)
                .collect(Collectors.toSet());
    }

    /** The name of a type of the dispatcher, or of the one around it, without the dispatcher's package. */
    private static String outer(JavaClass type) {
        return type.getName().substring("io.evenkeel.dispatcher.".length()).split("[$]", 2)[0];
    }

    private static boolean isShown(JavaClass type, Set<String> shown) {
        String outer = outer(type);
        return outer.startsWith("control.") || shown.contains(outer);
    }

    /** A client speaks any protocol; what a tunnel takes over is handed through. */
    @Test
    void anExchangeDoesNotSeeItsClientsConnection() {
        String exchange = "io.evenkeel.dispatcher.exchange.";
        Set<String> handing = Set.of(exchange + "client.ClientStream$HandedOver", exchange + "Upgrade");

        noClasses()
                .that()
                .resideInAPackage(exchange + ".")
                .and(describe("do not hand it to a tunnel", type -> !handing.contains(type.getName())))
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("io.evenkeel.dispatcher.engine.Connection")
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
                        "io.evenkeel.policy.redal..",
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

    /** In a chroot no mount point has the folder, and the call fails; {@link java.io.File#getUsableSpace} answers. */
    @Test
    void nobodyLooksForTheMountPointOfAFolder() {
        noClasses().should().callMethod(Files.class, "getFileStore", Path.class).check(CLASSES);
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
