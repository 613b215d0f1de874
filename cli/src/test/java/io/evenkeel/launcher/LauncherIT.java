// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.launcher.LauncherHome.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bash script at the root of the repository, in a home of its own, with fake Javas. */
final class LauncherIT {

    @TempDir
    private Path scratch;

    private LauncherHome home;

    @BeforeEach
    void makeHome() throws IOException {
        Path launcher = Path.of("..", "evenkeel").toAbsolutePath().normalize();
        home = new LauncherHome(scratch, launcher);
    }

    @Test
    void usesJavaHomeBeforeThePath() throws Exception {
        home.onPath(home.java(scratch.resolve("on-path"), "21.0.1", true))
                .with("JAVA_HOME", java("chosen", "17.0.15").toString());

        assertThat(home.start("version").out()).startsWith("java 17.0.15");
    }

    @Test
    void passesOverAJavaHomeThatIsTooOldAndSaysSo() throws Exception {
        home.onPath(java("on-path", "21.0.1"))
                .with("JAVA_HOME", java("old", "11.0.20").toString());

        Start start = home.start("version");

        assertThat(start.out()).startsWith("java 21.0.1");
        assertThat(start.err()).contains("JAVA_HOME (" + scratch.resolve("old") + ") is not a Java 17 or newer");
    }

    @Test
    void passesOverAJavaHomeWithoutAModuleThatItNeedsAndSaysSo() throws Exception {
        Path small = java("small", "21.0.1");
        Files.writeString(small.resolve("release"), "JAVA_VERSION=\"21.0.1\"\nMODULES=\"java.base java.xml\"\n");
        home.onPath(java("on-path", "17.0.15")).with("JAVA_HOME", small.toString());

        Start start = home.start("version");

        assertThat(start.out()).contains("java 17.0.15");
        assertThat(start.err())
                .contains("JAVA_HOME (" + small + ") is a Java without the module jdk.unsupported; using ");
    }

    @Test
    void readsVersionsAsJava8WroteThem() throws Exception {
        home.onPath(java("on-path", "21.0.1"))
                .with("JAVA_HOME", java("eight", "1.8.0_402").toString());

        assertThat(home.start("version").out()).startsWith("java 21.0.1");
    }

    @Test
    void takesTheNewestOfTheUsualFolders() throws Exception {
        java("jdks/a", "17.0.15");
        java("jdks/b", "25.0.3");
        java("jdks/c", "11.0.20");
        home.with("EVENKEEL_JDK_FOLDERS", scratch + "/jdks/*");

        assertThat(home.start("version").out()).startsWith("java 25.0.3");
    }

    @Test
    void saysWhatToDoWithoutJava() throws Exception {
        Start start = home.start("version");

        assertThat(start.exitCode()).isEqualTo(1);
        assertThat(start.err()).contains("no Java 17 or newer", "JAVA_HOME", "apt-get install");
        assertThat(start.out()).isEmpty();
    }

    @Test
    void handsArgumentsOnAsTheyAre() throws Exception {
        home.onPath(java("on-path", "17.0.15"));

        Start start = home.start("policies", "two words", "", "$HOME", "*");

        assertThat(start.out()).endsWith("io.evenkeel.cli.Main", "policies", "two words", "", "$HOME", "*");
        assertThat(start.exitCode()).isZero();
    }

    /** The laboratory finds large servers by this property; they are too large for the program's own folder. */
    @Test
    void saysWhereItIs() throws Exception {
        home.onPath(java("on-path", "17.0.15"));

        assertThat(home.start("lab").out())
                .contains("-Devenkeel.home=" + home.script().getParent());
    }

    @Test
    void worksThroughALinkFromAnotherFolder() throws Exception {
        home.onPath(java("on-path", "17.0.15"));
        Path link = Files.createSymbolicLink(
                Files.createDirectories(scratch.resolve("bin")).resolve("ek"), home.script());
        Path second = Files.createSymbolicLink(scratch.resolve("again"), Path.of("bin/ek"));

        assertThat(home.start(List.of(link.toString(), "version")).out()).endsWith("version");
        assertThat(home.start(List.of(second.toString(), "version")).out()).endsWith("version");
    }

    /** With CDPATH, cd says where it goes, and may go elsewhere. */
    @Test
    void findsItselfWhereverCdWouldSearch() throws Exception {
        home.onPath(java("on-path", "17.0.15"));
        Files.createDirectories(scratch.resolve("other/a home"));
        home.with("CDPATH", scratch.resolve("other") + ":.");

        Start start = home.start(List.of("bash", "a home/evenkeel", "version"));

        assertThat(start.out())
                .endsWith("version")
                .contains("-Devenkeel.home=" + home.script().getParent());
    }

    @Test
    void becomesTheJvmSoThatSignalsReachIt() throws Exception {
        home.onPath(java("on-path", "17.0.15"));

        Start start = home.start("version");

        assertThat(start.out()).contains("pid " + start.pid());
    }

    @Test
    void startsWithStdinClosed() throws Exception {
        home.onPath(java("on-path", "17.0.15"));

        Start start = home.start(
                List.of("bash", "-c", "exec \"$0\" version <&-", home.script().toString()));

        assertThat(start.out()).contains("stdin open").endsWith("version");
        assertThat(start.err()).doesNotContain("descriptor");
    }

    @Test
    void givesARunTheHeapThatItsNodesNeed() throws Exception {
        home.onPath(java("on-path", "17.0.15"));
        Path many = scratch.resolve("many nodes.yaml");
        Files.writeString(many, "      - {name: a, address: h:2}\n".repeat(1_000));
        Path few = scratch.resolve("few.yaml");
        Files.writeString(few, "      - {name: a, address: h:2}\n".repeat(10));

        assertThat(home.start("run", "-c", many.toString()).out()).contains("-Xmx301m");
        assertThat(home.start("run", "--config=" + many).out()).contains("-Xmx301m");
        assertThat(home.start("run", "-c", few.toString()).out()).contains("-Xmx128m");
        assertThat(home.start("validate", "-c", many.toString()).out()).contains("-Xmx512m");
    }

    @Test
    void givesARunTheHeapThatTheCheckOfAPasswordNeeds() throws Exception {
        home.onPath(java("on-path", "17.0.15"));
        String nodes = each("- h%1$d:80\n", "");
        Path users = Files.writeString(scratch.resolve("users.yaml"), "basic-auth: {users: u}\n" + nodes);
        Path nobody = Files.writeString(scratch.resolve("nobody.yaml"), "  # basic-auth: {users: u}\n" + nodes);
        Path few = Files.writeString(scratch.resolve("few.yaml"), "{\"basic-auth\": \"u\"}\n");

        assertThat(home.start("run", "-c", users.toString()).out()).contains("-Xmx321m");
        assertThat(home.start("run", "-c", nobody.toString()).out()).contains("-Xmx301m");
        assertThat(home.start("run", "-c", few.toString()).out()).contains("-Xmx128m");
    }

    private static String each(String node, String between) {
        return IntStream.range(0, 1_000).mapToObj(i -> node.formatted(i)).collect(Collectors.joining(between));
    }

    static Stream<Arguments> waysToWriteAThousandNodes() {
        return Stream.of(
                Arguments.of("block", "nodes:\n" + each("- name: n%1$d\n  address: 10.0.0.1:%1$d\n", "")),
                Arguments.of("items", "nodes:\n" + each("  - host-%1$d.example.org:80%1$d # one\n", "")),
                Arguments.of("quoted", "nodes:\n" + each("  - \"10.0.0.1:%1$d\"\n", "")),
                Arguments.of("quoted key", "nodes:\n" + each("  - {'address': '10.0.0.1:%1$d', weight: 2}\n", "")),
                Arguments.of("IPv6", "nodes: [" + each("'[2001:db8::7]:%1$d'", ", ") + "]\n"),
                Arguments.of("flow list", "nodes: [" + each("10.0.0.1:%1$d", ",") + "]\n"),
                Arguments.of("JSON", "{\"nodes\":[" + each("{\"address\":\"10.0.0.1:%1$d\",\"weight\":2}", ",") + "]}"),
                Arguments.of("discover", "shop:\n  discover:\n    dns: shop.local\n    port: 80\n    max-nodes: 744\n"),
                Arguments.of("discover as JSON", "{\"discover\":{\"file\":\"x\",\"max-nodes\":744}}"),
                Arguments.of("reference", "nodes:\n" + each("  - address: ${env:NODE_%1$d}\n", "")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waysToWriteAThousandNodes")
    void countsNodesHoweverTheyAreWritten(String way, String text) throws Exception {
        home.onPath(java("on-path", "17.0.15"));
        Path many = Files.writeString(scratch.resolve("many.yaml"), "# before: 10.0.0.1:1\n" + text);

        assertThat(home.start("run", "-c=" + many).out()).as(way).contains("-Xmx301m");
    }

    @Test
    void takesTheConfigurationInEachForm() throws Exception {
        home.onPath(java("on-path", "17.0.15"));
        Path many = Files.writeString(scratch.resolve("many.yaml"), each("- a:%1$d\n", ""));

        for (List<String> form : List.of(
                List.of("-c", many.toString()),
                List.of("-c=" + many),
                List.of("-c" + many),
                List.of("--config", many.toString()),
                List.of("--config=" + many))) {
            List<String> command = new ArrayList<>(List.of(home.script().toString(), "run"));
            command.addAll(form);
            assertThat(home.start(command).out()).as(form.toString()).contains("-Xmx301m");
        }
        assertThat(home.start("run", "-c", scratch.resolve("none").toString()).out())
                .contains("-Xmx128m");
    }

    @Test
    void usersOptionsAndJarsComeLast() throws Exception {
        home.onPath(java("on-path", "17.0.15"))
                .with("JAVA_OPTS", "-Done=1 -Xmx300m")
                .with("EVENKEEL_JAVA_OPTS", "-Xmx400m")
                .with("EVENKEEL_CLASSPATH", "my policy.jar");

        List<String> out = home.start("run").out();

        assertThat(out).containsSubsequence("-Xmx128m", "-Done=1", "-Xmx300m", "-Xmx400m", "-cp");
        assertThat(out.get(out.indexOf("-cp") + 1))
                .contains("evenkeel-cli-1.jar:")
                .endsWith(":my policy.jar");
    }

    @Test
    void namesAJarOfTheUserThatIsNotThere() throws Exception {
        Path jar = Files.writeString(scratch.resolve("my policy.jar"), "");
        home.onPath(java("on-path", "17.0.15")).with("EVENKEEL_CLASSPATH", jar + ":" + scratch + "/*:gone.jar");

        assertThat(home.start("version").err()).contains("EVENKEEL_CLASSPATH names gone.jar, which is not there\n");
        assertThat(home.with("EVENKEEL_CLASSPATH", jar + ":" + scratch + "/*")
                        .start("version")
                        .err())
                .isEmpty();
    }

    /** In ASCII Java could not open a file whose name has any other character. */
    @ParameterizedTest
    @CsvSource({", C.UTF-8", "C, C.UTF-8", "POSIX, C.UTF-8", "xx_YY.UTF-8, C.UTF-8", "C.UTF-8, C.UTF-8", "de_DE, de_DE"
    })
    void givesJavaALocaleWithAllCharacters(@Nullable String of, String given) throws Exception {
        home.onPath(home.javaThatPrints(scratch.resolve("on-path"), "$LC_ALL"));
        if (of != null) {
            home.with("LC_ALL", of);
        }

        assertThat(home.start("version").out()).containsExactly(given);
    }

    @Test
    void leavesTheCollectorToTheUserWhoChoosesOne() throws Exception {
        home.onPath(java("on-path", "17.0.15"));
        assertThat(home.start("run").out()).contains("-XX:+UseSerialGC");

        home.with("EVENKEEL_JAVA_OPTS", "-XX:+UseZGC");
        assertThat(home.start("run").out()).contains("-XX:+UseZGC").doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void givesNewJavasTheFlagsThatKeepThemQuiet() throws Exception {
        String flag = "--sun-misc-unsafe-memory-access=allow";

        home.with("JAVA_HOME", java("j17", "17.0.15").toString());
        assertThat(home.start("run").out()).doesNotContain(flag);
        home.with("JAVA_HOME", java("j25", "25.0.3").toString());
        assertThat(home.start("run").out()).contains(flag);
    }

    @Test
    void preparesAnArchiveOncePerJava() throws Exception {
        home.onPath(java("on-path", "17.0.15"));

        assertThat(home.start("version").err()).contains("preparing a fast start");
        Start second = home.start("version");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).anyMatch(line -> line.contains("17.0.15.jsa"));
    }

    @Test
    void buildsWhatChanged() throws Exception {
        home.onPath(home.java(scratch.resolve("jdk"), "17.0.15", true))
                .with("JAVA_HOME", scratch.resolve("jdk").toString())
                .maven("3.8.7", "echo \"$@\"; echo \"with $JAVA_HOME\"\n")
                .changed();

        Start start = home.start("version");

        assertThat(start.out()).endsWith("version").doesNotContain("package");
        assertThat(start.err()).contains("building what changed", "built in");
        assertThat(Files.readString(home.log()))
                .contains("package", "-Dmaven.test.skip=true", "with " + scratch.resolve("jdk"));
    }

    /** The console shows the documentation out of the program. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "NOTICE",
                "docs/guides/load.md",
                "examples/config/full.yaml",
                "examples/policy-plugin/README.md"
            })
    void buildsWhenADocumentChanged(String document) throws Exception {
        home.onPath(home.java(scratch.resolve("jdk"), "17.0.15", true))
                .with("JAVA_HOME", scratch.resolve("jdk").toString())
                .maven("3.8.7", "echo \"$@\"\n")
                .has(document, false);
        assertThat(home.start("version").err()).doesNotContain("building");

        home.has(document, true);

        assertThat(home.start("version").err()).contains("building what changed", "built in");
    }

    @Test
    void showsTheEndOfALogWhenTheBuildFails() throws Exception {
        home.with(
                        "JAVA_HOME",
                        home.java(scratch.resolve("jdk"), "17.0.15", true).toString())
                .maven("3.8.7", "echo 'Main.java:3: not a statement'; exit 1\n")
                .changed();

        Start start = home.start("version");

        assertThat(start.exitCode()).isEqualTo(1);
        assertThat(start.err()).contains("the build failed", home.log().toString(), "Main.java:3: not a statement");
        assertThat(start.out()).isEmpty();
    }

    @Test
    void needsACompilerOnlyToBuild() throws Exception {
        home.with("JAVA_HOME", java("jre", "17.0.15").toString());
        assertThat(home.start("version").exitCode()).isZero();

        Start stale = home.changed().start("version");

        assertThat(stale.exitCode()).isEqualTo(1);
        assertThat(stale.err()).contains("needs a JDK 17 or newer with javac");
    }

    @Test
    void saysWhenMavenIsMissingOrTooOld() throws Exception {
        home.with(
                        "JAVA_HOME",
                        home.java(scratch.resolve("jdk"), "17.0.15", true).toString())
                .changed();

        assertThat(home.start("version").err()).contains("there is no mvn on the PATH");
        assertThat(home.maven("3.6.3", "").start("version").err()).contains("needs Maven 3.8", "Apache Maven 3.6");
    }

    /** A built program without its sources has nothing to be compared with, least of all the folder one stands in. */
    @Test
    void withoutSourcesTheFilesOfThePresentFolderDoNotCount() throws Exception {
        home.onPath(java("on-path", "17.0.15")).withoutSources();
        home.standingOn("note.txt");

        Start start = home.start("version");

        assertThat(start.err()).doesNotContain("needs", "building");
        assertThat(start.exitCode()).isZero();
    }

    @Test
    void aPackageIsNeverBuilt() throws Exception {
        home.onPath(java("on-path", "17.0.15")).packaged();
        home.standingOn("note.txt");

        Start start = home.start("version");

        assertThat(start.err()).doesNotContain("needs", "building");
        assertThat(start.out()).endsWith("io.evenkeel.cli.Main", "version");
        assertThat(start.out().get(start.out().indexOf("-cp") + 1))
                .contains(home.script().resolveSibling("lib/evenkeel-cli-1.jar").toString());
    }

    @Test
    void aPackageWithARuntimeUsesItAndTheArchiveOfClassesInIt() throws Exception {
        home.packaged().with("JAVA_HOME", java("chosen", "17.0.15").toString());
        Path runtime = home.java(home.script().resolveSibling("runtime"), "21.0.1", false);
        Path archive = Files.writeString(runtime.resolve("classes.jsa"), "classes");

        Start start = home.start("version");

        assertThat(start.out()).startsWith("java 21.0.1").contains("-XX:SharedArchiveFile=" + archive);
        assertThat(start.err()).isEmpty();
        assertThat(home.script().resolveSibling(".evenkeel")).doesNotExist();
    }

    /** Such a Java takes an archive of classes only for the very names of jars that it was made with. */
    @Test
    void anArchiveOfAnOldJavaFitsAPackageThatWasMoved() throws Exception {
        home.packaged();
        Path runtime = home.java(home.script().resolveSibling("runtime"), "17.0.15", false);
        Files.writeString(runtime.resolve("classes.jsa"), "classes");

        List<String> out = home.start("version").out();

        assertThat(out.get(out.indexOf("-cp") + 1))
                .isEqualTo("/proc/self/fd/9/evenkeel-cli-1.jar:/proc/self/fd/9/library-2.jar");
        assertThat(out).contains("first jar readable");
    }

    @Test
    void aPackageThatCannotBeWrittenKeepsTheArchiveInTheCacheOfTheUser() throws Exception {
        home.onPath(java("on-path", "17.0.15")).packaged();
        Files.writeString(home.script().resolveSibling(".evenkeel"), "in the way");

        assertThat(home.start("version").err()).contains("preparing a fast start");
        Start second = home.start("version");

        assertThat(second.err()).isEmpty();
        assertThat(second.out())
                .anyMatch(line -> line.startsWith("-XX:SharedArchiveFile=" + scratch + "/.cache/evenkeel/"));
    }

    @Test
    void startsWithoutAnArchiveWhereNothingCanBeWritten() throws Exception {
        home.onPath(java("on-path", "17.0.15")).packaged().with("HOME", "/proc/none");
        Files.writeString(home.script().resolveSibling(".evenkeel"), "in the way");

        Start start = home.start("version");

        assertThat(start.out()).endsWith("io.evenkeel.cli.Main", "version").noneMatch(line -> line.contains("Archive"));
        assertThat(start.err()).isEmpty();
    }

    private Path java(String name, String version) throws IOException {
        return home.java(scratch.resolve(name), version, false);
    }
}
