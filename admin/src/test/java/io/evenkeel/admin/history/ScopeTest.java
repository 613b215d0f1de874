// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScopeTest {

    private static final List<String> HOSTILE = List.of(
            "../../etc/passwd",
            "a/b",
            "a\\b",
            "..",
            "",
            " ",
            "nul\0",
            "<script>",
            "naïve",
            "A",
            "a",
            "x".repeat(5000),
            "CON");

    @Test
    void noNameLeadsOutOfTheFolder() {
        for (String name : HOSTILE) {
            assertThat(Scope.node(name, name).file())
                    .matches("[A-Za-z0-9_.-]{1,80}")
                    .doesNotContain("..");
            assertThat(Scope.cluster(name).file())
                    .matches("[A-Za-z0-9_.-]{1,80}")
                    .doesNotContain("..");
        }
    }

    @Test
    void aThousandNamesHaveAThousandFiles() {
        Set<String> files = new HashSet<>();
        for (int name = 0; name < 1000; name++) {
            files.add(Scope.node("shop", "/" + name).file());
        }
        HOSTILE.forEach(name -> files.add(Scope.cluster(name).file()));
        HOSTILE.forEach(name -> files.add(Scope.node(name, "n").file()));
        files.add(Scope.node("a", "bc").file());
        files.add(Scope.node("ab", "c").file());

        assertThat(files).hasSize(1000 + 2 * HOSTILE.size() + 2);
        // a file system that does not tell capitals apart
        assertThat(files.stream()
                        .map(file -> file.toLowerCase(java.util.Locale.ROOT))
                        .distinct())
                .hasSameSizeAs(files);
    }
}
