// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files by which a package starts, reloads and upgrades the service. */
final class PackageFilesTest {

    private static final SourceTree TREE = SourceTree.ofThisBuild();

    private static final Pattern CHECK = Pattern.compile("evenkeel validate .*");

    /** The modules without which the launcher takes no Java. */
    private static final Pattern NEEDED = Pattern.compile("for each in ((?:javax?|jdk)\\.[a-z. ]+); do");

    private static final Pattern PACKED = Pattern.compile("^modules\\+?=,?(\\S+)$", Pattern.MULTILINE);

    /** Modules of the packages' Java without which the program starts; what needs them says so when it is used. */
    private static final Set<String> FOR_PARTS = Set.of(
            "java.base",
            "java.compiler",
            "java.desktop",
            "java.instrument",
            "java.rmi",
            "java.scripting",
            "java.security.jgss",
            "java.transaction.xa",
            "jdk.crypto.ec",
            "jdk.jfr",
            "jdk.naming.dns",
            "jdk.net");

    private static String text(String name) {
        return SourceTree.text(TREE.root().resolve("dist/src/deb").resolve(name));
    }

    private static Set<String> modules(Pattern lists, Path file, String separator) {
        List<String> all = new ArrayList<>();
        for (MatchResult each : lists.matcher(SourceTree.text(file)).results().toList()) {
            all.addAll(List.of(each.group(1).split(separator)));
        }
        assertThat(all).as("modules in " + file).isNotEmpty().doesNotHaveDuplicates();
        return new TreeSet<>(all);
    }

    /** A module that is new in one of the two lists belongs into the other one, or is for a part alone. */
    @Test
    void theLauncherWantsTheModulesThatThePackagesHave() {
        Set<String> needed = modules(NEEDED, TREE.root().resolve("evenkeel"), " ");
        Set<String> packed = modules(PACKED, TREE.root().resolve("dist/src/build/packages"), ",");

        assertThat(needed).doesNotContainAnyElementsOf(FOR_PARTS);
        needed.addAll(FOR_PARTS);
        assertThat(packed).isEqualTo(needed);
    }

    /** Running it says the same errors, and without the errors of names, with which it can serve. */
    @Test
    void nothingStandsBeforeTheStartOfTheService() {
        assertThat(text("files/evenkeel.service"))
                .contains("\nExecStart=/usr/bin/evenkeel run -c /etc/evenkeel/evenkeel.yaml\n")
                .doesNotContain("ExecStartPre", "ExecCondition");
    }

    /** A small Debian has no {@code /usr/bin/kill}, and the package does not depend on one. */
    @Test
    void aReloadNeedsNothingThatThePackageDoesNotDependOn() {
        assertThat(text("files/evenkeel.service").lines().filter(line -> line.startsWith("ExecReload=")))
                .containsExactly(
                        "ExecReload=/usr/bin/evenkeel validate --no-lookup -c /etc/evenkeel/evenkeel.yaml",
                        "ExecReload=/bin/sh -c 'kill -HUP \"$MAINPID\"'");
    }

    /** One name without an address must not keep a service with other nodes from a reload or an upgrade. */
    @Test
    void checksOfTheServiceLookUpNoNames() {
        for (String name : List.of("files/evenkeel.service", "control/postinst")) {
            List<String> checks = CHECK.matcher(text(name))
                    .results()
                    .map(found -> found.group())
                    .toList();
            assertThat(checks).as(name).hasSize(1).allMatch(check -> check.contains(" --no-lookup "));
        }
    }
}
