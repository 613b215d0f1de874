// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.dispatcher.control.CertificateView;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The TLS of listeners in forms, over a dispatcher that runs with a file. */
class ListenerTlsPagesIT extends FormConsole {

    private static final String LISTENER = LIST + "/listener";
    private static final String BACK = LISTENER + "?listener=back";
    private static final String WEB = LISTENER + "?listener=web";

    @Override
    String text(int port) {
        return """
                listeners:
                  # clear text
                  - name: back   # inside
                    address: "127.0.0.1:0"
                    cluster: shop
                clusters:
                  shop: {nodes: ["127.0.0.1:%d"]}
                """.formatted(port);
    }

    @BeforeEach
    void issue() throws Exception {
        for (String name : List.of("shop", "bank", "till", "desk")) {
            X509Bundle made = new CertificateBuilder()
                    .ecp256()
                    .subject("CN=" + name)
                    .addSanDnsName(name + ".example.org")
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned();
            Files.writeString(folder.resolve(name + ".pem"), made.getCertificatePEM());
            Files.writeString(folder.resolve(name + ".key"), made.getPrivateKeyPEM());
        }
    }

    /** A listener with two certificates, and comments. */
    private void secure() throws IOException {
        text = text.replace("clusters:", """
                  - name: web
                    address: "127.0.0.1:0"
                    cluster: shop
                    tls:   # for everybody
                      certificates:
                        # the shop
                        - certificate: shop.pem   # from the authority
                          key: shop.key
                        # the bank
                        - {certificate: bank.pem, key: bank.key}   # until May
                      # old machines
                      versions: [1.2, 1.3]
                clusters:""");
        Files.writeString(path, text);
        assertThat(dispatcher.control().reload().problems()).isEmpty();
    }

    private List<String> names(String listener) {
        return dispatcher.control().dispatcher().listeners().stream()
                .filter(each -> each.name().equals(listener))
                .flatMap(each -> each.certificates().stream())
                .map(CertificateView::names)
                .toList();
    }

    @Test
    void turnsTlsOnWithEverythingThereIs() throws Exception {
        carry(
                BACK,
                "tls",
                "on",
                "tls/certificates/0/certificate",
                "shop.pem",
                "tls/certificates/0/key",
                "shop.key",
                "tls/versions",
                "1.3",
                "tls/strict-sni",
                "true",
                "tls/clients/verify",
                "optional",
                "tls/clients/ca",
                "bank.pem",
                "tls/clients/header",
                "X-Client",
                "http2",
                "false",
                "limits/streams",
                "50");

        assertThat(file()).isEqualTo(text.replace("    cluster: shop\n", """
                            cluster: shop
                            http2: false
                            limits: {streams: 50}
                            tls: {certificates: [{certificate: shop.pem, key: shop.key}], versions: [1.3], strict-sni: true, clients: {verify: optional, ca: bank.pem, header: X-Client}}
                        """));
        assertThat(names("back")).containsExactly("shop.example.org");
    }

    @Test
    void makesAListenerWithTwoCertificates() throws Exception {
        Map<String, String> form = form(
                LISTENER + "/new",
                "name",
                "till",
                "address",
                "127.0.0.1:0",
                "cluster",
                "shop",
                "tls",
                "on",
                "tls/certificates/0/certificate",
                "shop.pem",
                "tls/certificates/0/key",
                "shop.key");
        assertThat(form).doesNotContainKey("tls/certificates/1/key");
        Answer more = send(LISTENER + "/new", "form", form);
        form = with(more, "tls/certificates/1/certificate", "bank.pem", "tls/certificates/1/key", "bank.key");

        Answer preview = send(LISTENER + "/new", "preview", form);
        Answer applied = send(LISTENER + "/new", "apply", with(preview, "why", "a second name"));

        assertThat(applied.status()).as(applied.body()).isEqualTo(303);
        assertThat(file())
                .contains(
                        "tls: {certificates: [{certificate: shop.pem, key: shop.key}, {certificate: bank.pem, key: bank.key}]}");
        assertThat(names("till")).containsExactly("shop.example.org", "bank.example.org");
    }

    @Test
    void addsChangesAndRemovesCertificatesAndKeepsComments() throws Exception {
        secure();
        String page = browser.get(WEB, HTML, ann).body();
        assertThat(page)
                .contains("tls: certificate 1", "tls: certificate 2", "tls: new certificate", "tls: clients")
                .contains("For shop.example.org; its EC certificate expires in ");

        carry(WEB, "tls/certificates/2/certificate", "till.pem", "tls/certificates/2/key", "till.key");
        assertThat(file())
                .isEqualTo(text.replace(
                        "# until May\n", "# until May\n        - {certificate: till.pem, key: till.key}\n"));
        assertThat(names("web")).containsExactly("shop.example.org", "bank.example.org", "till.example.org");
        text = file();

        carry(WEB, "tls/certificates/0/certificate", "desk.pem", "tls/certificates/0/key", "desk.key");
        assertThat(file())
                .isEqualTo(text.replace("certificate: shop.pem ", "certificate: desk.pem ")
                        .replace("key: shop.key", "key: desk.key"));
        text = file();

        carry(WEB, "tls/certificates/1/certificate", "", "tls/certificates/1/key", "", "tls/versions", "");
        assertThat(file())
                .isEqualTo(text.replaceFirst("(?s) *# the bank.*?# until May\n", "")
                        .replaceFirst("(?s) *# old machines\n *versions[^\n]*\n", ""));
        assertThat(names("web")).containsExactly("desk.example.org", "till.example.org");
    }

    @Test
    void turnsTlsOff() throws Exception {
        secure();

        carry(WEB, "tls", "");

        assertThat(file()).doesNotContain("tls:", "shop.pem").contains("# clear text", "- name: web");
        assertThat(names("web")).isEmpty();
    }

    @Test
    void errorsNameTheField() throws Exception {
        secure();
        assertThat(wrong("tls/certificates/1/key", "shop.key")).contains("tls/certificates/1/key");
        assertThat(wrong("tls/certificates/0/certificate", "none.pem")).contains("tls/certificates/0/certificate");
        assertThat(wrong("tls/certificates/2/certificate", "till.pem")).containsExactly("tls/certificates/2/key");
        assertThat(wrong("tls/certificates/2/key", "till.key")).containsExactly("tls/certificates/2/certificate");
        assertThat(wrong("tls/certificates/1/acme", "not a host")).contains("tls/certificates/1/acme");
        assertThat(wrong("tls/clients/verify", "required")).contains("tls/clients/verify");
        assertThat(wrong("tls/clients/ca", "none.pem", "tls/clients/verify", "required"))
                .contains("tls/clients/ca");
        assertThat(wrong("tls/strict-sni", "perhaps")).contains("tls/strict-sni");
        assertThat(wrong("tls/versions", "1.1")).contains("tls/versions");
        assertThat(wrong("limits/streams", "0")).contains("limits/streams");
        assertThat(file()).isEqualTo(text);
    }

    @Test
    void anErrorBehindARemovedCertificateIsAtItsField() throws Exception {
        secure();

        assertThat(wrong(
                        "tls/certificates/0/certificate",
                        "",
                        "tls/certificates/0/key",
                        "",
                        "tls/certificates/1/key",
                        "none.key"))
                .containsExactly("tls/certificates/1/key");
    }

    @Test
    void tlsWithoutACertificateIsRefused() throws Exception {
        assertThat(failures(BACK, "tls", "on")).containsExactly("tls/certificates/0/certificate");
        assertThat(failures(BACK, "tls/certificates/0/key", "shop.key", "tls/versions", "1.3"))
                .as("that have no effect")
                .containsExactlyInAnyOrder("tls/certificates/0/key", "tls/versions");
    }

    @Test
    void certificatesThatHaveMovedAreNotMistaken() throws Exception {
        secure();
        Map<String, String> form = form(WEB, "tls/certificates/1/key", "till.key");
        String moved = text.replaceFirst("(?s)        # the shop.*?(?=        # the bank)", "");
        Files.writeString(path, moved);

        Answer answer = send(LISTENER, "preview", form);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("id=\"tls-error\"", "have changed in the file since you saw this form");
        assertThat(file()).isEqualTo(moved);
    }

    @Test
    void namesTakeThePlaceOfFiles() throws Exception {
        text = text + "acme: {email: ann@example.org, accept-terms: true}\n";
        Files.writeString(path, text);
        secure();

        Answer preview = send(
                LISTENER,
                "preview",
                form(
                        WEB,
                        "tls/certificates/0/certificate",
                        "",
                        "tls/certificates/0/key",
                        "",
                        "tls/certificates/0/acme",
                        "shop.example.org\nwww.example.org"));

        assertThat(preview.status()).as(preview.body()).isEqualTo(200);
        assertThat(preview.body().replaceAll("<[^>]*>", ""))
                .contains("acme: [shop.example.org, www.example.org]")
                .contains("nothing has been written yet");
    }

    /** The fields that are marked as wrong after a change of the listener with TLS. */
    private List<String> wrong(String... changes) throws IOException {
        return failures(WEB, changes);
    }

    private List<String> failures(String page, String... changes) throws IOException {
        Answer answer = send(LISTENER, "preview", form(page, changes));
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        return Pattern.compile("<p class=\"bad\" id=\"([^\"]*)-error\"")
                .matcher(answer.body())
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
