// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The arrows between modules as Maven has them, test scope included; trade and agent go into the servers that lab
 * starts; they are not libraries there.
 */
final class ModulesTest {

    private static final Pattern OURS = Pattern.compile(
            "<dependency>\\s*<groupId>io\\.evenkeel</groupId>\\s*<artifactId>evenkeel-([a-z-]+)</artifactId>");

    @ParameterizedTest
    @CsvSource({
        "policy, ''",
        "config, 'policy'",
        "simulator, 'policy config'",
        "planner, 'simulator config'",
        "load, 'simulator config'",
        "translate, 'config'",
        "wire, ''",
        "agent, 'wire'",
        "agent-spring-boot, 'agent wire'",
        "client, 'wire'",
        "dispatcher, 'policy wire config'",
        "store, 'dispatcher'",
        "acme, 'dispatcher'",
        "discovery, 'dispatcher'",
        "join, 'dispatcher'",
        "admin, 'dispatcher'",
        "telemetry, 'dispatcher admin'",
        "lab, 'simulator planner load client dispatcher trade agent'",
        "stress, 'dispatcher'"
    })
    void dependsOnNothingButWhatIsDrawn(String module, String drawn) {
        String pom =
                SourceTree.text(SourceTree.ofThisBuild().root().resolve(module).resolve("pom.xml"));
        Set<String> used = new TreeSet<>();
        for (Matcher each = OURS.matcher(pom); each.find(); ) {
            used.add(each.group(1));
        }

        assertThat(Set.of(drawn.split(" ", -1)))
                .as("the modules that %s may use", module)
                .containsAll(used);
    }
}
