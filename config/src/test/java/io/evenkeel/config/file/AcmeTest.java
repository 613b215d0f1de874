// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.Settings;
import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.AcmeSettings;
import io.evenkeel.config.tls.AcmeSettings.Proof;
import io.evenkeel.config.tls.ListenerTls;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates that are got by ACME: what is read, and what is wrong. */
class AcmeTest {

    private static final String ACME = "acme: {email: ops@example.org, accept-terms: true}\n";
    private static final String PAGE = ", {name: web, address: \":80\", cluster: shop}";

    private static SettingsFile file(String acme, String names, String more) {
        return SettingsFile.of(acme + """
                listeners: [{name: secure, address: ":8443", cluster: shop, tls: {certificates: [%s]}}%s]
                clusters: {shop: {nodes: [{address: "127.0.0.1:8080"}]}}
                """.formatted(names, more), "shop.yaml");
    }

    private static List<String> problems(SettingsFile file) {
        return file.check().stream().map(Problem::render).toList();
    }

    @Test
    void threeLinesAreEnough() throws Exception {
        SettingsFile file = file(ACME, "{acme: [Shop.example.org, www.example.org]}, {acme: pay.example.org}", PAGE);
        assertThat(problems(file)).isEmpty();
        Settings settings = file.load();
        AcmeSettings acme = Objects.requireNonNull(settings.acme());
        ListenerTls tls = Objects.requireNonNull(settings.listeners().get(0).tls());

        assertThat(acme.directory()).isEqualTo(URI.create(AcmeSettings.LETS_ENCRYPT));
        assertThat(acme.email()).isEqualTo("ops@example.org");
        assertThat(acme.proof()).isEqualTo(Proof.AUTO);
        assertThat(acme.state())
                .isEqualTo(Path.of("").toAbsolutePath().resolve(".evenkeel").resolve("shop.acme"));
        assertThat(tls.issued())
                .containsExactly(
                        new AcmeCertificate(List.of("shop.example.org", "www.example.org")),
                        new AcmeCertificate(List.of("pay.example.org")));
        assertThat(tls.certificates()).isEmpty();
    }

    @Test
    void withoutAnAuthorityNobodyCouldIssueIt() {
        assertThat(problems(file("", "{acme: shop.example.org}", PAGE)))
                .singleElement()
                .asString()
                .contains(
                        "no authority is named",
                        "acme: {email: you@example.org, accept-terms: true}",
                        "shop.yaml:1:83");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "acme: {email: a@b.org}                               | unless you accept the terms of service",
                "'acme: {accept-terms: true, directory: \"http://x\"}' | 'http://x' is not the address of a directory",
                "'acme: {accept-terms: true, email: nobody}'          | 'nobody' is not an e-mail address",
                "'acme: {accept-terms: true, ca: none.pem}'           | none.pem",
            })
    void theAuthorityMustBeUsable(String acme, String problem) {
        assertThat(problems(file(acme + "\n", "{acme: shop.example.org}", PAGE)))
                .singleElement()
                .asString()
                .contains(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{acme: '*.example.org'}                          | a wildcard can only be proved by dns-01",
                "{acme: 10.0.0.1}                                 | is not a domain name",
                "{acme: shop}                                     | is not a domain name",
                "'{acme: shop.example.org, certificate: a.pem}'   | exclude each other",
                "{certificate: a.pem}                             | 'key' is missing",
            })
    void namesMustBeProvable(String certificate, String problem) {
        assertThat(problems(file(ACME, "{acme: a.example.org}, " + certificate, PAGE)))
                .singleElement()
                .asString()
                .contains(problem);
    }

    @Test
    void warnsWhereTheAuthorityFindsNoListener() {
        assertThat(problems(file(ACME, "{acme: shop.example.org}", "")))
                .singleElement()
                .asString()
                .contains("asks on port 80 (plain HTTP) or 443, and no such listener is there");
        String page = "acme: {accept-terms: true, challenge: http-01}\n";
        assertThat(problems(file(page, "{acme: shop.example.org}", "")))
                .singleElement()
                .asString()
                .contains("http-01 needs a listener of plain HTTP");
        String certificate = "acme: {accept-terms: true, challenge: tls-alpn-01}\n";
        assertThat(problems(file(certificate, "{acme: shop.example.org}", PAGE)))
                .singleElement()
                .asString()
                .contains("asks on port 443, and no such listener is there");
    }

    @Test
    void warnsWhenNobodyWantsACertificate() {
        SettingsFile file = SettingsFile.of(ACME + """
                listeners: [{name: web, address: ":80", cluster: shop}]
                clusters: {shop: {nodes: [{address: "127.0.0.1:8080"}]}}
                """, "shop.yaml");

        assertThat(problems(file)).singleElement().asString().contains("no listener wants a certificate by ACME");
    }

    @Test
    void theKeyOfAnAccountIsSecret() throws Exception {
        SettingsFile file = file(
                "acme: {accept-terms: true, external-account: {id: me, hmac-key: c2VjcmV0}}\n",
                "{acme: shop.example.org}",
                PAGE);

        assertThat(file.show()).contains("id: me").doesNotContain("c2VjcmV0");
        assertThat(String.valueOf(file.load().acme())).doesNotContain("c2VjcmV0");
    }
}
