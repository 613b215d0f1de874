// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files by which a package starts, reloads and upgrades the service. */
final class PackageFilesTest {

    private static final SourceTree TREE = SourceTree.ofThisBuild();

    private static final Pattern CHECK = Pattern.compile("evenkeel validate .*");

    private static String text(String name) {
        return SourceTree.text(TREE.root().resolve("dist/src/deb").resolve(name));
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
