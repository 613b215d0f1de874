// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The https admin servers that the commands believe, and the messages about the others. */
class TrustIT {

    private static final String CONFIG = """
            listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
            clusters: {shop: {nodes: [{name: vcn1, address: "127.0.0.1:1"}]}}
            admin: {address: "127.0.0.1:0", tls: {certificate: gw.pem, key: gw-key.pem}}
            """;

    @TempDir
    Path folder;

    private X509Bundle authority;
    private Path config;

    @SuppressWarnings("NullAway.Init") // each test starts its own, some none
    private Dispatcher dispatcher;

    @SuppressWarnings("NullAway.Init")
    private AdminServer server;

    @BeforeEach
    void prepare() throws Exception {
        authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=our authority")
                .setIsCertificateAuthority(true)
                .notBefore(daysAhead(-100))
                .buildSelfSigned();
        Files.writeString(folder.resolve("authority.pem"), authority.getCertificatePEM());
        config = Files.writeString(folder.resolve("gw.yaml"), CONFIG);
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
        if (dispatcher != null) {
            dispatcher.close();
        }
    }

    private static Instant daysAhead(int days) {
        return Instant.now().plus(Duration.ofDays(days));
    }

    private void issue(Instant from, Instant to) throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .ecp256()
                .subject("CN=gw")
                .addSanDnsName("localhost")
                .notBefore(from)
                .notAfter(to)
                .buildIssuedBy(authority);
        Files.writeString(folder.resolve("gw.pem"), bundle.getCertificatePEM());
        Files.writeString(folder.resolve("gw-key.pem"), bundle.getPrivateKeyPEM());
    }

    private void start() throws Exception {
        start(daysAhead(-1), daysAhead(10));
    }

    private void start(Instant from, Instant to) throws Exception {
        issue(from, to);
        dispatcher = Dispatcher.start(SettingsFile.open(config));
        server = AdminServer.start(
                dispatcher.control().settings().admin(), dispatcher.control(), AdminFiles.beside(config));
    }

    private String url(String scheme, String host) {
        return scheme + "://" + host + ":" + server.url().getPort();
    }

    private CommandLineRun withAuthority(String file, String host) {
        return CommandLineRun.of(
                "status",
                "--admin",
                url("https", host),
                "--admin-ca",
                folder.resolve(file).toString());
    }

    private static void refuses(CommandLineRun run, String... words) {
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(words).doesNotContain("Exception");
    }

    @Test
    void trustsTheDispatcherOfTheOwnConfiguration() throws Exception {
        start();

        CommandLineRun found = CommandLineRun.of("status", "-c", config.toString());
        assertThat(found.exitCode()).as(found.err()).isZero();
        assertThat(CommandLineRun.of("node", "drain", "shop/vcn1", "-c", config.toString())
                        .exitCode())
                .as("with the token that it left")
                .isZero();
        assertThat(CommandLineRun.of("status", "--admin", url("https", "localhost"), "-c", config.toString())
                        .exitCode())
                .isZero();
        Files.delete(folder.resolve(".evenkeel/gw.pem"));
        assertThat(CommandLineRun.of("status", "-c", config.toString()).exitCode())
                .as("by what the configuration says")
                .isZero();
    }

    @Test
    void trustsARenewedCertificateAtOnce() throws Exception {
        start();
        issue(daysAhead(-1), daysAhead(20));

        assertThat(CommandLineRun.of("status", "-c", config.toString()).exitCode())
                .as("the old one is in force")
                .isZero();
        CommandLineRun reload = CommandLineRun.of("reload", "-c", config.toString());
        assertThat(reload.out()).as(reload.err()).contains("admin: another certificate of localhost");
        assertThat(CommandLineRun.of("status", "-c", config.toString()).exitCode())
                .isZero();
    }

    @Test
    void trustsWhomAnAuthorityVouchesFor() throws Exception {
        start();

        CommandLineRun run = withAuthority("authority.pem", "localhost");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(withAuthority("gw.pem", "localhost").exitCode())
                .as("the server's own certificate")
                .isZero();
    }

    @Test
    void saysWhoseWordIsMissing() throws Exception {
        start();
        String url = url("https", "localhost");

        refuses(
                CommandLineRun.of("status", "--admin", url),
                url + " is not trusted: its certificate was issued by 'CN=our authority'",
                "which the trust store of this Java does not vouch for",
                "--admin-ca FILE");
        Path other = Files.writeString(folder.resolve("other.yaml"), CONFIG);
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        for (String name : new String[] {"gw.pem", "gw-key.pem"}) {
            Files.copy(folder.resolve(name), elsewhere.resolve(name));
        }
        issue(daysAhead(-1), daysAhead(20));
        refuses(
                CommandLineRun.of("status", "--admin", url, "-c", other.toString()),
                "It is not the one of the dispatcher of this folder or -c either.");
        refuses(withAuthority("none.pem", "localhost"), "--admin-ca: there is no file", "none.pem");
    }

    @Test
    void saysWhichNamesACertificateIsFor() throws Exception {
        start();

        refuses(
                withAuthority("authority.pem", "127.0.0.1"),
                "its certificate is for other names: localhost",
                "Give one of them in --admin");
    }

    @Test
    void saysThatACertificateIsOutOfItsTime() throws Exception {
        start(daysAhead(-20), daysAhead(-10));

        refuses(
                withAuthority("authority.pem", "localhost"),
                "its certificate has expired on " + daysAhead(-10).toString().substring(0, 10));
        assertThat(CommandLineRun.of("status", "-c", config.toString()).exitCode())
                .as("on the dispatcher's machine, to mend it")
                .isZero();
    }

    @Test
    void saysWhenOneSpeaksHttpAndTheOtherHttps() throws Exception {
        start();
        refuses(CommandLineRun.of("status", "--admin", url("http", "localhost")), "this port speaks HTTPS");
        server.close();
        Files.writeString(config, CONFIG.replaceFirst(", tls: .*", "}"));
        dispatcher.reload();
        server = AdminServer.start(
                dispatcher.control().settings().admin(), dispatcher.control(), AdminFiles.beside(config));
        refuses(CommandLineRun.of("status", "--admin", url("https", "localhost")), "http:// in --admin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"status", "top", "explain", "reload", "node drain shop/vcn1", "plan --cluster shop --rate 10/s"})
    void saysThatAnAddressHasNoScheme(String command) {
        CommandLineRun run = CommandLineRun.of((command + " --admin 127.0.0.1:1").split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("--admin", "'127.0.0.1:1' is not an http or https URL; write http://127.0.0.1:1, or https://")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://", "https:///x", "http://a b", "ftp://gw"})
    void saysThatAnAddressIsNone(String url) {
        assertThat(CommandLineRun.of("status", "--admin", url).err())
                .contains("URL")
                .doesNotContain("Exception");
    }
}
