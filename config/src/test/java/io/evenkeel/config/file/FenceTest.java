// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.tls.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that a text from the console may name. */
class FenceTest {

    private static final String TEXT = """
            listeners: [{address: "127.0.0.1:9090", cluster: shop}]
            clusters: {shop: {nodes: ["127.0.0.1:18080"]}}
            """;

    @TempDir
    Path all;

    private Path folder;
    private Path elsewhere;
    private Path path;

    @BeforeEach
    void make() throws IOException {
        folder = all.resolve("config");
        Files.createDirectories(folder.resolve("logs"));
        elsewhere = Files.createDirectory(all.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("secret"), "hunter2-hunter2");
        path = Files.writeString(folder.resolve("shop.yaml"), TEXT);
    }

    private List<String> check(SettingsFile file, String more) {
        return file.check(TEXT + more).stream().map(Problem::message).toList();
    }

    private List<String> check(String more) {
        return check(SettingsFile.open(path), more);
    }

    @Test
    void takesFilesBesideTheConfigurationAndBelow() throws IOException {
        Files.writeString(folder.resolve("token"), "a-token-from-a-file");

        assertThat(check("log: {file: %s/events.log, access: {file: %s/logs/access.log}}\n".formatted(folder, folder)))
                .isEmpty();
        assertThat(check("log: {file: \"-\", access: {file: \"-\"}}\n")).isEmpty();
        assertThat(check("admin: {history: %s/past, token: \"${file:%s/token}\"}\n".formatted(folder, folder)))
                .isEmpty();
    }

    @Test
    void refusesFilesElsewhere() {
        assertThat(check("log: {file: %s/events.log, access: {file: %s/access.log}}\n".formatted(elsewhere, elsewhere)))
                .containsExactly(
                        "'file' may not be changed to this from the console: it is outside of " + folder,
                        "'file' may not be changed to this from the console: it is outside of " + folder);
        assertThat(check("admin: {history: %s}\n".formatted(elsewhere)))
                .containsExactly("'path' may not be changed to this from the console: it is outside of " + folder);
        assertThat(check("admin: {token: \"${file:%s/secret}\"}\n".formatted(elsewhere)))
                .containsExactly("file " + elsewhere + "/secret may not be read: it is outside of " + folder);
        assertThat(check("log: {file: /dev/stdout}\n")).hasSize(1);
    }

    /** An error would tell whether there is such a file and what is in it, and a key could be used. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "admin: {tls: {certificate: FILE, key: own.pem}}|certificate",
                "admin: {tls: {certificate: own.pem, key: FILE}}|key",
                "acme: {accept-terms: true, ca: FILE}|ca",
                "acme: {accept-terms: true, state: FILE}|state"
            })
    void readsNoCertificatesElsewhere(String text) {
        String key = text.substring(text.indexOf('|') + 1);
        String more = text.substring(0, text.indexOf('|')) + "\n";
        String refusal = "'" + key + "' may not be changed to this from the console: it is outside of " + folder;

        assertThat(check(more.replace("FILE", elsewhere + "/secret")))
                .filteredOn(each -> each.contains(elsewhere.toString()) || each.contains("outside"))
                .containsExactly(refusal);
        assertThat(check(more.replace("FILE", elsewhere + "/none")))
                .filteredOn(each -> each.contains(elsewhere.toString()) || each.contains("outside"))
                .containsExactly(refusal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "certificates: [{certificate: FILE, key: own.pem}]|certificate",
                "certificates: [{certificate: own.pem, key: FILE}]|key",
                "certificates: [{certificate: own.pem, key: own.pem, ocsp: FILE}]|ocsp",
                "certificates: [{certificate: own.pem, key: own.pem}], clients: {verify: required, ca: FILE}|ca",
                "certificates: [{certificate: own.pem, key: own.pem}], clients: {verify: none, ca: FILE}|ca",
                "certificates: [{certificate: own.pem, key: own.pem}], clients: {verify: required, ca: own.pem, crl: FILE}|crl"
            })
    void readsNoCertificatesOfListenersElsewhere(String text) {
        String key = text.substring(text.indexOf('|') + 1);
        String tls = text.substring(0, text.indexOf('|')).replace("FILE", elsewhere + "/secret");
        SettingsFile file = SettingsFile.open(path);

        assertThat(file.check(TEXT.replace("cluster: shop}", "cluster: shop, tls: {" + tls + "}}")))
                .extracting(Problem::message)
                .filteredOn(each -> each.contains(elsewhere.toString()) || each.contains("outside"))
                .containsExactly(
                        "'" + key + "' may not be changed to this from the console: it is outside of " + folder);
    }

    @Test
    void readsCertificatesElsewhereThatAreInForce() throws Exception {
        try (InputStream pem = Identity.class.getResourceAsStream("ec.pem")) {
            Files.copy(Objects.requireNonNull(pem), elsewhere.resolve("ca.pem"));
        }
        Files.copy(elsewhere.resolve("ca.pem"), elsewhere.resolve("other.pem"));
        String text = TEXT.replace("{shop: {", "{shop: {tls: {ca: " + elsewhere + "/ca.pem}, ");
        Files.writeString(path, text);
        SettingsFile file = SettingsFile.open(path);
        file.load();
        String bank = "\n  bank: {tls: {ca: CA}, nodes: [\"127.0.0.1:18081\"]}}\n";

        assertThat(errors(file, text.strip().replaceFirst("}$", "," + bank).replace("CA", elsewhere + "/ca.pem")))
                .isEmpty();
        assertThat(errors(file, text.strip().replaceFirst("}$", "," + bank).replace("CA", elsewhere + "/other.pem")))
                .containsExactly("'ca' may not be changed to this from the console: it is outside of " + folder);
    }

    private static List<String> errors(SettingsFile file, String text) {
        return file.check(text).stream()
                .filter(Problem::isError)
                .map(Problem::message)
                .toList();
    }

    @Test
    void followsLinksAndTakesNoWayUp() throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), elsewhere);
        Files.createSymbolicLink(folder.resolve("secret.log"), elsewhere.resolve("secret"));
        Files.createSymbolicLink(folder.resolve("new.log"), elsewhere.resolve("new.log"));

        assertThat(check("log: {file: %s/link/events.log}\n".formatted(folder)).get(0))
                .contains("outside of");
        assertThat(check("log: {file: %s/secret.log}\n".formatted(folder)).get(0))
                .contains("outside of");
        assertThat(check("log: {file: %s/new.log}\n".formatted(folder)).get(0)).contains("outside of");
        assertThat(check("log: {file: %s/logs/../events.log}\n".formatted(folder))
                        .get(0))
                .contains("there is a '..' in it");
    }

    private void makePipe() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", folder.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
    }

    /** A pipe has no end until somebody writes into it, and nobody could change the configuration meanwhile. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "admin: {token: \"${file:pipe}\"}|file pipe may not be read: it is no file but a pipe or a device",
                "admin: {address: \"127.0.0.1:0\"}\n"
                        + "alerts: {receivers: [{name: ops, webhook: {url: \"https://a.example.org/\", ca: pipe}}]}"
                        + "|'ca' may not be changed to this from the console: it is no file but a pipe or a device"
            })
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void waitsForNoPipe(String text) throws Exception {
        makePipe();

        assertThat(check(text.substring(0, text.indexOf('|')) + "\n"))
                .containsExactly(text.substring(text.indexOf('|') + 1));
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void waitsForNoPipeOfUsers() throws Exception {
        makePipe();

        assertThat(SettingsFile.open(path).check(TEXT.replace("cluster: shop}", "cluster: shop, basic-auth: pipe}")))
                .extracting(Problem::message)
                .containsExactly(
                        "'users' may not be changed to this from the console: it is no file but a pipe or a device");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "log: {file: %s/shop.yaml}\n",
                "log: {access: {file: %s/console-key.pem}}\n",
                "log: {file: %s/x}\n"
            })
    void writesLogsToLogsOnly(String text) {
        assertThat(check(text.formatted(folder))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {".evenkeel/shop.token", "shop.yaml"})
    void keepsTheDispatchersOwnFilesToItself(String own) throws IOException {
        Files.createDirectories(folder.resolve(".evenkeel"));
        Files.writeString(folder.resolve(".evenkeel/shop.token"), "the-admin-token");

        assertThat(check("admin: {token: \"${file:%s/%s}\"}\n".formatted(folder, own)))
                .singleElement()
                .asString()
                .contains("may not be read")
                .doesNotContain("the-admin-token");
    }

    @Test
    void leavesWhatIsInForce() throws Exception {
        String own = "admin: {token: \"${file:%s/secret}\"}\nlog: {access: {file: %s/access}}\n"
                .formatted(elsewhere, elsewhere);
        SettingsFile file = inForce(own);

        assertThat(check(file, own + "engine: {drain: 3s}\n")).isEmpty();
        assertThat(check(file, own.replace("{token:", "{address: \"127.0.0.1:0\", history: off, token:")))
                .isEmpty();
        assertThat(check(file, own.replace("access}}", "other.log}}"))).hasSize(1);
        assertThat(check(file, own.replace("{token:", "{history:")))
                .as("the same reference at another key")
                .isNotEmpty();
    }

    private SettingsFile inForce(String own) throws Exception {
        Files.writeString(path, TEXT + own);
        SettingsFile file = SettingsFile.open(path);
        file.load();
        return file;
    }

    /** A value that is hidden at its own key would be shown at another, and sent to nodes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "health: {path: /, host: *value}",
                "health: {path: /, host: \"${file:SECRET}\"}",
                "health: {path: /, <<: *value}",
                "agent: {token: *value}",
                "agent: {token: \"${file:SECRET}\"}",
                "policy: {name: round-robin, token: \"${file:SECRET}\"}",
                "nodes: [*value]"
            })
    void letsNoAliasCarryAFileToAnotherKey(String other) throws Exception {
        String own = "admin: {token: \"${file:%s/secret}\"}\n".formatted(elsewhere);
        SettingsFile file = inForce(own);
        String text = own.replace("token: ", "token: &value ")
                + TEXT.replace("nodes: [", other.replace("SECRET", elsewhere + "/secret") + ", nodes: [");

        List<Problem> problems = file.check(text.replace("nodes: [*value], nodes: [", "nodes: [*value, "));

        assertThat(problems)
                .extracting(Problem::message)
                .anyMatch(each -> each.startsWith("file " + elsewhere + "/secret may not be read"))
                .noneMatch(each -> each.contains("hunter2"));
        assertThat(problems)
                .extracting(Problem::line)
                .as("where the alias stands")
                .contains(3);
    }

    @Test
    void followsAliasesOfSections() throws Exception {
        String own = "admin: {token: \"${file:%s/secret}\"}\n".formatted(elsewhere);
        SettingsFile file = inForce(own);
        String section = own.replace("admin: {", "admin: &all {");

        assertThat(file.check(section + TEXT)).isEmpty();
        assertThat(file.check(section + TEXT.replace("nodes:", "agent: *all, nodes:")))
                .extracting(Problem::message)
                .containsExactly("file " + elsewhere + "/secret may not be read: it is outside of " + folder);
        assertThat(file.check(section
                        + TEXT.replace("{shop:", "{bank: &bank {agent: *all, nodes: [\"a:1\"]}, till: *bank, shop:")))
                .extracting(Problem::message)
                .filteredOn(each -> each.contains("may not be read"))
                .as("at two clusters")
                .hasSize(2);
    }

    @Test
    void leavesAliasesThatAreInForce() throws Exception {
        String clusters = "clusters: {shop: {agent: &own {token: \"${file:%s/secret}\"}, nodes: [\"127.0.0.1:1\"]},"
                + " bank: {agent: *own, nodes: [\"127.0.0.1:2\"]}}\n";
        String text = TEXT.lines().findFirst().orElseThrow() + "\n" + clusters.formatted(elsewhere);
        Files.writeString(path, text);
        SettingsFile file = SettingsFile.open(path);
        file.load();

        assertThat(file.check(text + "engine: {drain: 3s}\n"))
                .filteredOn(each -> each.severity() == Problem.Severity.ERROR)
                .isEmpty();
        assertThat(file.check(text.replace("bank", "till")))
                .filteredOn(each -> each.severity() == Problem.Severity.ERROR)
                .as("a cluster has another name")
                .isEmpty();
    }

    @Test
    void takesTheFoldersOfTheCommandLine() {
        SettingsFile file = SettingsFile.open(path, List.of(elsewhere));

        assertThat(check(file, "log: {file: %s/events.log}\n".formatted(elsewhere)))
                .isEmpty();
        assertThat(check(file, "log: {file: %s/events.log}\n".formatted(folder)))
                .hasSize(1);
    }

    @Test
    void letsTheHostNameWhatItLikes() throws Exception {
        Files.writeString(path, TEXT + "admin: {token: \"${file:%s/secret}\"}\n".formatted(elsewhere));

        assertThat(SettingsFile.open(path).load().admin().token()).isEqualTo("hunter2-hunter2");
    }
}
