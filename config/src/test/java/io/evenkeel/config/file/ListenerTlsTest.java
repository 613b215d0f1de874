// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.Settings;
import io.evenkeel.config.tls.ClientCertificates.Verify;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.config.tls.TlsVersion;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.RevocationServer;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS of listeners and towards nodes: what is read, and what is wrong, weak or expensive about it. */
class ListenerTlsTest {

    @TempDir
    static Path folder;

    @BeforeAll
    static void certificates() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .notBefore(Instant.now().minus(Duration.ofDays(9)))
                .buildSelfSigned();
        Files.writeString(folder.resolve("ca.pem"), authority.getCertificatePEM());
        X509Bundle other = authority("other");
        Files.writeString(folder.resolve("both.pem"), authority.getCertificatePEM() + other.getCertificatePEM());
        revocations("own", authority);
        revocations("other", other);
        revocations("namesake", authority("authority"));
        write("ec", certificate().ecp256().addSanDnsName("shop.example.org"), authority);
        write("again", certificate().ecp256().addSanDnsName("shop.example.org"), authority);
        write(
                "wide",
                certificate().algorithm(CertificateBuilder.Algorithm.ecp384).addSanDnsName("media.example.org"),
                authority);
        write("rsa", certificate().rsa2048().addSanDnsName("shop.example.org"), authority);
        write("bare", certificate().ecp256(), authority);
        Files.write(folder.resolve("sound.ocsp"), new byte[] {0x30, 5, 0x0a, 1, 0, 1, 1});
        Files.write(folder.resolve("try-later.ocsp"), new byte[] {0x30, 3, 0x0a, 1, 3});
    }

    private static X509Bundle authority(String name) throws Exception {
        return certificate()
                .ecp256()
                .subject("CN=" + name)
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
    }

    /** Writes the list of revoked certificates of an authority, which is empty. */
    private static void revocations(String name, X509Bundle authority) throws Exception {
        RevocationServer lists = RevocationServer.getInstance();
        lists.register(authority);
        try (InputStream list = lists.getCrlUri(authority).toURL().openStream()) {
            Files.writeString(
                    folder.resolve(name + ".crl"),
                    "-----BEGIN X509 CRL-----\n" + Base64.getMimeEncoder().encodeToString(list.readAllBytes())
                            + "\n-----END X509 CRL-----\n");
        }
    }

    private static CertificateBuilder certificate() {
        return new CertificateBuilder()
                .subject("CN=test")
                .notBefore(Instant.now().minus(Duration.ofDays(9)));
    }

    private static void write(String name, CertificateBuilder builder, X509Bundle authority) throws Exception {
        X509Bundle bundle = builder.buildIssuedBy(authority);
        Files.writeString(folder.resolve(name + ".pem"), bundle.getCertificatePEM());
        Path key = Files.createFile(
                folder.resolve(name + "-key.pem"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, bundle.getPrivateKeyPEM());
    }

    private static String pair(String name) {
        return "{certificate: " + name + ".pem, key: " + name + "-key.pem}";
    }

    private static String named(String text) {
        String named = text;
        for (String name : List.of("ec", "again", "wide", "rsa", "bare")) {
            named = named.replace("@" + name, pair(name));
        }
        return named;
    }

    private SettingsFile file(String tls, String nodes) throws IOException {
        String text = "listeners:\n  - {address: 127.0.0.1:1, cluster: a, tls: " + tls + "}\nclusters:\n"
                + "  a: {nodes: ['127.0.0.1:2'], tls: " + nodes + "}\n";
        return SettingsFile.open(Files.writeString(folder.resolve("gw.yaml"), named(text)));
    }

    private ListenerTls listener(String tls) throws Exception {
        return Objects.requireNonNull(file(tls, "off").load().listeners().get(0).tls());
    }

    private NodeTls nodes(String tls) throws Exception {
        Settings settings = file("off", tls).load();
        return Objects.requireNonNull(
                Objects.requireNonNull(settings.clusters().get("a")).tls());
    }

    /** The problems but one: the lists of the tests are out of date as soon as they are made. */
    private List<String> problems(SettingsFile file) {
        return allProblems(file).stream()
                .filter(problem -> !problem.contains("a newer list of revoked certificates was due"))
                .toList();
    }

    private List<String> allProblems(SettingsFile file) {
        return file.check().stream()
                .map(problem ->
                        problem.toString().replaceFirst("^.*gw.yaml:", "").replaceFirst(": (error|warning)", " $1"))
                .toList();
    }

    @Test
    void readsCertificatesInTheirOrder() throws Exception {
        ListenerTls tls = listener("{certificates: [@ec, @wide]}");

        assertThat(tls.certificates())
                .extracting(ServerCertificate::certificate)
                .containsExactly(folder.resolve("ec.pem"), folder.resolve("wide.pem"));
        assertThat(tls.certificates().get(0).identity().names().hosts()).containsExactly("shop.example.org");
        assertThat(tls.versions()).containsExactlyInAnyOrder(TlsVersion.TLS_1_2, TlsVersion.TLS_1_3);
        assertThat(tls.strictSni()).isFalse();
        assertThat(tls.clients().verify()).isEqualTo(Verify.NONE);
        assertThat(tls.files()).contains(folder.resolve("ec-key.pem")).hasSize(4);
    }

    @Test
    void readsTheRestOfTheKeys() throws Exception {
        ListenerTls tls = listener("{certificates: [{certificate: ec.pem, key: ec-key.pem, ocsp: sound.ocsp}],"
                + " versions: 1.3, strict-sni: true,"
                + " clients: {verify: required, ca: ca.pem, header: X-Client}}");

        assertThat(tls.versions()).containsExactly(TlsVersion.TLS_1_3);
        assertThat(tls.strictSni()).isTrue();
        assertThat(tls.clients().verify()).isEqualTo(Verify.REQUIRED);
        assertThat(tls.clients().authorities()).hasSize(1);
        assertThat(tls.clients().header()).isEqualTo("X-Client");
        assertThat(tls.certificates().get(0).stapled()).isNotNull();
        assertThat(tls.files()).contains(folder.resolve("ca.pem"), folder.resolve("sound.ocsp"));
    }

    @Test
    void versionsMayBeQuoted() throws Exception {
        assertThat(listener("{certificates: [@ec], versions: ['1.3', \"1.2\"]}").versions())
                .hasSize(2);
    }

    @Test
    void nodesAreVerifiedUnlessTheFileSaysOtherwise() throws Exception {
        NodeTls tls = nodes("{}");

        assertThat(tls.verify()).isTrue();
        assertThat(tls.authorities()).isNull();
        assertThat(tls.name()).isNull();
        assertThat(nodes("{name: ''}")).isEqualTo(tls);
    }

    @Test
    void nodesAreShownACertificate() throws Exception {
        NodeTls tls = nodes("{ca: ca.pem, name: nodes.example.org, certificate: ec.pem, key: ec-key.pem}");

        assertThat(tls.authorities()).hasSize(1);
        assertThat(tls.name()).isEqualTo("nodes.example.org");
        assertThat(Objects.requireNonNull(tls.identity()).names().hosts()).containsExactly("shop.example.org");
        assertThat(tls.files()).hasSize(3);
    }

    @Test
    void soundSettingsHaveNoWarning() throws Exception {
        assertThat(problems(file(
                        "{certificates: [@ec, @rsa, @wide],"
                                + " clients: {verify: optional, ca: ca.pem, crl: own.crl, header: X-Client-Subject}}",
                        "{ca: ca.pem}")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {certificates: [@rsa]}                                      | warning: an RSA certificate costs about three times the CPU of an EC one for each new client; add an EC (P-256)
            {certificates: [@wide], versions: [1.2]}                    | warning: without TLS 1.3
            {certificates: [@ec], versions: [1.1]}                      | error: 'versions' must be a version of TLS, 1.2 or 1.3; older ones are broken
            {certificates: [@ec], versions: [1.0]}                      | error: 'versions' must be a version of TLS
            {certificates: [@ec, @again]}                               | warning: this certificate is never used, because an earlier one has the same names and kind of key
            {certificates: [@bare]}                                     | warning: no client will believe the certificate, because it has no alternative names
            {certificates: []}                                          | error:
            {certificates: [{certificate: ec.pem, key: rsa-key.pem}]}   | error: FOLDER/rsa-key.pem has no sound EC key, as the certificate wants
            {certificates: [{certificate: no.pem, key: rsa-key.pem}]}   | error: there is no file
            {certificates: [{certificate: ec.pem, key: ec-key.pem, ocsp: try-later.ocsp}]} | error: FOLDER/try-later.ocsp is not a successful answer of OCSP in DER
            {certificates: [@ec], clients: {verify: required}}          | error: no certificate of a client could be checked, because no authority is named; add ca: FILE
            {certificates: [@ec], clients: {ca: ca.pem}}                | warning: 'ca' does nothing, because clients are not asked for a certificate
            {certificates: [@ec], clients: {verify: optional, ca: ca.pem, crl: ca.pem}} | error: FOLDER/ca.pem has no list of revoked certificates in PEM
            {certificates: [@ec], clients: {verify: optional, ca: ca.pem, crl: other.crl}} | warning: a list of revoked certificates was not signed by an authority of 'ca', but by 'CN=other'; a client whose authority has no list here is refused
            {certificates: [@ec], clients: {verify: optional, ca: ca.pem, crl: namesake.crl}} | warning: a list of revoked certificates was not signed by an authority of 'ca', but by 'CN=authority'
            {certificates: [@ec], clients: {verify: optional, ca: both.pem, crl: own.crl}} | warning: every client with a certificate of 'CN=other' is refused, because it has no list of revoked certificates here; add its list
            {certificates: [@ec], clients: {verify: optional, ca: ca.pem, header: Cookie}} | error: 'Cookie' cannot tell the subject: it means something else to every server
            {certificates: [@ec], clients: {verify: optional, ca: ca.pem, header: sec-fetch-site}} | error: 'sec-fetch-site' cannot tell the subject
            {certificates: [@ec], clients: {verify: optional, ca: ca.pem, header: Content-Length}} | error: 'header': 'Content-Length' cannot be removed, because the dispatcher reads or writes it itself
            {certificates: [@ec], clients: {verify: optional, ca: ca.pem, header: Authorization}} | error: 'Authorization' cannot tell the subject
            {certificates: [@ec], clients: {verify: optional, ca: ca.pem, header: Content_Type}} | error: 'Content_Type' cannot tell the subject
            """)
    void saysWhatIsWrongWithAListener(String tls, String problem) throws Exception {
        assertThat(problems(file(tls, "off")))
                .singleElement()
                .asString()
                .contains(problem.replace("FOLDER", folder.toString()));
    }

    @Test
    void aListThatIsOutOfDateIsNamed() throws Exception {
        assertThat(allProblems(
                        file("{certificates: [@ec], clients: {verify: optional, ca: ca.pem, crl: own.crl}}", "off")))
                .singleElement()
                .asString()
                .contains("warning: a newer list of revoked certificates was due on ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {verify: false}                       | warning: anybody between here and the nodes can read and change everything
            {certificate: ec.pem}                 | error: 'certificate' needs a 'key'
            {key: ec-key.pem}                     | error: 'key' needs a 'certificate'
            {ca: ec-key.pem}                      | error: FOLDER/ec-key.pem has no certificate in PEM
            {name: 'a b'}                         | error:
            """)
    void saysWhatIsWrongTowardsNodes(String tls, String problem) throws Exception {
        assertThat(problems(file("off", tls)))
                .singleElement()
                .asString()
                .contains(problem.replace("FOLDER", folder.toString()));
    }

    @Test
    void aProxyHeaderDoesNotGoWithTls() throws Exception {
        String text = """
                listeners: [{address: 127.0.0.1:1, protocol: tcp, cluster: a}]
                clusters: {a: {nodes: ['127.0.0.1:2'], tls: {}, proxy-protocol: v2}}
                """;

        assertThat(problems(SettingsFile.open(Files.writeString(folder.resolve("tcp.yaml"), text))))
                .singleElement()
                .asString()
                .contains("error: a PROXY header cannot be sent to nodes that speak TLS");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            shop  | 1 | warning: clients of this tcp listener can send X-Client themselves, which node 127.0.0.1:2 believes because of listener 'web'
            same  | 1 | warning: clients of this tcp listener can send X-Client themselves
            other | 0 | ``
            """)
    void aTcpListenerLetsASubjectThrough(String cluster, int count, String problem) throws Exception {
        String text = """
                listeners:
                - name: web
                  address: 127.0.0.1:1
                  routes: [{path: /shop, cluster: shop}]
                  tls: {certificates: [@ec], clients: {verify: required, ca: ca.pem, header: X-Client}}
                - {name: raw, address: 127.0.0.1:4, protocol: tcp, cluster: %s}
                - {name: door, address: 127.0.0.1:5, routes: [{path: /a, cluster: other}, {path: /b, cluster: same}, {cluster: shop}]}
                clusters:
                  shop: {nodes: ['127.0.0.1:2']}
                  same: {nodes: ['127.0.0.1:9', '127.0.0.1:2']}
                  other: {nodes: ['127.0.0.1:3']}
                """.formatted(cluster);

        List<String> found = problems(SettingsFile.open(Files.writeString(folder.resolve("raw.yaml"), named(text))));

        assertThat(found).hasSize(count);
        assertThat(String.join("", found)).contains(problem);
    }

    @Test
    void problemsStandAtTheirCertificate() throws Exception {
        SettingsFile file = file("{certificates: [@rsa]}", "off");
        file.load();

        assertThat(file.warnings()).singleElement().extracting(Problem::line).isEqualTo(2);
    }

    @Test
    void passwordsAreMasked() throws Exception {
        SettingsFile file = file("off", "off");
        String text = """
                listeners:
                  - address: 127.0.0.1:1
                    cluster: a
                    tls:
                      certificates:
                        - {certificate: ec.pem, key: ec-key.pem, key-password: very-secret}
                clusters: {a: {nodes: ['127.0.0.1:2']}}
                """;

        assertThat(file.masked(text))
                .hasValueSatisfying(
                        masked -> assertThat(masked).contains("ec-key.pem").doesNotContain("very-secret"));
    }
}
