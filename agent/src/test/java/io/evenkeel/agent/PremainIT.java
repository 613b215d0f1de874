// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The jar as {@code -javaagent} of a program that would show at once if the agent touched what servers set up
 * themselves.
 */
final class PremainIT {

    private static final Pattern ANSWERS = Pattern.compile("answers at http://127\\.0\\.0\\.1:([0-9]+)/state");

    @Test
    void answersWhenTheServerHasItsMBeanServer() throws Exception {
        Process process = java(true, "-javaagent:" + jar() + "=port=0,path=/state,interval=never");
        List<String> said = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            int port = 0;
            for (String line = lines.readLine();
                    port == 0 && line != null;
                    line = port == 0 ? lines.readLine() : line) {
                said.add(line);
                Matcher found = ANSWERS.matcher(line);
                port = found.find() ? Integer.parseInt(found.group(1)) : 0;
            }
            assertThat(port).as("its port, in: " + said).isPositive();
            assertThat(AgentIT.firstPage(port, "/state")).contains("\"JVM_HEAP_USED%\"", "\"agentPort\":" + port);
        } finally {
            process.destroy();
        }
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(said).anyMatch(line -> line.contains("interval 'never'"));
    }

    @Test
    void touchesNeitherLoggingNorTheMBeanServerBeforeTheServerDoes() throws Exception {
        Process process = java(
                false,
                "-javaagent:" + jar() + "=port=0",
                "-Djava.util.logging.manager=no.such.Manager",
                "-Djavax.management.builder.initial=no.such.Builder");
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(said.lines()).containsExactly("began", "the agent waits");
    }

    @Test
    void theJarHoldsAllThatItNeeds() throws IOException {
        try (java.util.jar.JarFile jar = new java.util.jar.JarFile(jar().toFile())) {
            assertThat(jar.getEntry("io/evenkeel/wire/NodeSample.class")).isNotNull();
            assertThat(jar.stream().map(Object::toString).filter(name -> name.endsWith(".class")))
                    .allMatch(name -> name.startsWith("io/evenkeel/agent/") || name.startsWith("io/evenkeel/wire/"));
            assertThat(jar.getManifest().getMainAttributes().getValue("Premain-Class"))
                    .isEqualTo(Premain.class.getName());
            assertThat(jar.getManifest().getMainAttributes().getValue("Agent-Class"))
                    .isEqualTo(Premain.class.getName());
        }
    }

    private static Process java(boolean withMBeans, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        String place = Waiting.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        command.addAll(List.of("-cp", place, Waiting.class.getName()));
        if (withMBeans) {
            command.add("mbeans");
        }
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("evenkeel-agent-[0-9][^-]*\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no jar in target; run verify"))
                    .toAbsolutePath();
        }
    }
}
