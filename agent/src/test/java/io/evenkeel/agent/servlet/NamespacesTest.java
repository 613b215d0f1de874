// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code that exists twice, once for each namespace, must be alike. */
final class NamespacesTest {

    private static final Path SOURCES = Path.of("src", "main", "java", "io", "evenkeel", "agent", "servlet");

    @Test
    void javaxDiffersFromJakartaByItsNameOnly() throws IOException {
        Map<String, String> jakarta = classesOf("jakarta");

        assertThat(jakarta).hasSize(5);
        assertThat(classesOf("javax")).isEqualTo(jakarta);
    }

    private static Map<String, String> classesOf(String namespace) throws IOException {
        String title = Character.toUpperCase(namespace.charAt(0)) + namespace.substring(1);
        Map<String, String> classes = new TreeMap<>();
        try (Stream<Path> files = Files.list(SOURCES.resolve(namespace))) {
            for (Path file :
                    files.filter(each -> !each.endsWith("package-info.java")).toList()) {
                String text = Files.readString(file).replace(namespace, "*").replace(title, "*");
                String imports = text.lines()
                        .filter(line -> line.startsWith("import"))
                        .sorted()
                        .toList()
                        .toString();
                String rest = text.replaceAll("(?m)^import .*\\R", "").replaceAll("\\s+", " ");
                classes.put(file.getFileName().toString().replace(title, "*"), imports + rest);
            }
        }
        return classes;
    }
}
