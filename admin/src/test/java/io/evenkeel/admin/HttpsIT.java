// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.config.tls.PemFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.log.EventLog;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The admin server with a certificate, away from loopback addresses, in front of a dispatcher that runs with a file.
 */
@QuickPasswords
class HttpsIT {

    private static final String HTML = "Accept: text/html";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";
    private static final String OWN = "Sec-Fetch-Site: same-origin";
    private static final String TOKEN = "Authorization: Bearer sesame";
    private static final String CONFIG = """
            listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
            clusters: {shop: {nodes: [{name: vcn1, address: "127.0.0.1:1"}], agent: {}}}
            admin: {address: "0.0.0.0:0", token: sesame, tls: {certificate: gw.pem, key: gw-key.pem, hsts: HSTS}}
            """;

    @TempDir
    Path folder;

    private X509Bundle authority;
    private SSLSocketFactory sockets;
    private Path config;
    private AdminFiles files;
    private Dispatcher dispatcher;
    private AdminServer server;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {authority.toTrustManager()}, null);
        sockets = context.getSocketFactory();
        renew("gw.example.org");
        config = folder.resolve("gw.yaml");
        Files.writeString(config, CONFIG.replace("HSTS", "30d"));
        dispatcher = Dispatcher.start(SettingsFile.open(config));
        files = AdminFiles.beside(config);
        server = AdminServer.start(dispatcher.control().settings().admin(), dispatcher.control(), files);
        browser = new Browser(server.url(), sockets);
    }

    @AfterEach
    void stop() {
        server.close();
        dispatcher.close();
    }

    private X509Bundle renew(String... names) throws Exception {
        CertificateBuilder builder = new CertificateBuilder().ecp256().subject("CN=gw");
        for (String name : names) {
            builder.addSanDnsName(name);
        }
        X509Bundle bundle = builder.buildIssuedBy(authority);
        Files.writeString(folder.resolve("gw.pem"), bundle.getCertificatePEM());
        Files.writeString(folder.resolve("gw-key.pem"), bundle.getPrivateKeyPEM());
        return bundle;
    }

    private X509Certificate shown() throws IOException {
        try (SSLSocket socket = socket()) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private SSLSocket socket() throws IOException {
        SSLSocket socket = (SSLSocket)
                sockets.createSocket(server.url().getHost(), server.url().getPort());
        socket.setSoTimeout(10_000);
        socket.startHandshake();
        return socket;
    }

    @Test
    void carriesTheConsoleToOtherMachines() throws Exception {
        Accounts accounts = Accounts.in(files.users(), new EventLog().admin());
        accounts.add("ann", Role.OPERATOR, "correct horse battery");
        String host = "Host: gw.example.org:" + server.url().getPort();
        Answer page = browser.get("/console/sign-in", HTML, host);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.head()).contains("Strict-Transport-Security: max-age=2592000\r\n");

        Answer in = browser.send(
                "POST", "/console/sign-in", "name=ann&password=correct+horse+battery", FORM, HTML, host, OWN);
        Matcher cookie = Pattern.compile("Set-Cookie: (__Host-evenkeel-\\d+=[0-9a-f]+);.*; Secure\r\n")
                .matcher(in.head());
        assertThat(cookie.find()).as(in.head()).isTrue();
        String session = "Cookie: " + cookie.group(1);

        assertThat(browser.get("/console", HTML, host, session).body()).contains("ann <small>operator</small>");
        assertThat(browser.send(
                                "POST",
                                "/console/node",
                                "cluster=shop&node=vcn1&do=drain&reason=kernel",
                                FORM,
                                HTML,
                                host,
                                session,
                                "Origin: https://gw.example.org:" + server.url().getPort())
                        .status())
                .isEqualTo(303);
        try (LiveReader live = new LiveReader(server.url(), "/console/live?view=overview", session, sockets)) {
            assertThat(live.until("event: cells")).contains("all/rate");
        }
    }

    @Test
    void wantsTheTokenForTheApiAsEverAwayFromLoopback() throws IOException {
        assertThat(browser.get("/api/v1/clusters").status()).isEqualTo(401);
        assertThat(browser.get("/api/v1/clusters", TOKEN).status()).isEqualTo(200);
        String settings = browser.get("/api/v1/config", TOKEN).body();
        assertThat(settings).contains("\"identity\":\"certificate of gw.example.org, valid until ");
        assertThat(settings.replaceAll("\"[^\"]{0,80}\"", ""))
                .as("no key in it")
                .doesNotContain("\"");
    }

    @Test
    void saysToBrowsersThatComeByPlainHttpWhatToDo() throws IOException {
        Browser plain = new Browser(server.url());
        for (String path : new String[] {"/", "/console/sign-in", "/api/v1/clusters", "/metrics", "/nowhere"}) {
            Answer answer = plain.get(path, TOKEN);
            assertThat(answer.status()).as(path).isEqualTo(400);
            assertThat(answer.body()).as(path).contains("this port speaks HTTPS", "Begin the address with https://");
        }
        Answer page = plain.send("POST", "/console/sign-in", "name=ann&password=x", FORM, HTML);
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.body()).contains("<html", "this port speaks HTTPS");
        assertThat(page.head()).doesNotContain("Set-Cookie", "Strict-Transport-Security");
        assertThat(browser.get("/livez", TOKEN).status()).isEqualTo(200);
    }

    @Test
    void speaksNothingOlderThanTls12() throws IOException {
        for (String protocol : new String[] {"TLSv1.3", "TLSv1.2"}) {
            try (SSLSocket socket = (SSLSocket)
                    sockets.createSocket(server.url().getHost(), server.url().getPort())) {
                socket.setEnabledProtocols(new String[] {protocol});
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
            }
        }
        String old = System.getProperty("java.version").startsWith("17") ? "TLSv1.1" : "TLSv1";
        try (SSLSocket socket = (SSLSocket)
                sockets.createSocket(server.url().getHost(), server.url().getPort())) {
            socket.setEnabledProtocols(new String[] {old});
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
        }
    }

    @Test
    void takesUpARenewedCertificateAndKeepsConnections() throws Exception {
        X509Certificate before = shown();
        try (SSLSocket open = socket()) {
            X509Bundle renewed = renew("gw2.example.org");
            assertThat(shown()).as("before the reload").isEqualTo(before);

            assertThat(dispatcher.reload().changes())
                    .singleElement()
                    .asString()
                    .startsWith("admin: another certificate of gw2.example.org");

            assertThat(shown()).isEqualTo(renewed.getCertificate()).isNotEqualTo(before);
            assertThat(PemFile.certificates(files.certificate().orElseThrow()))
                    .as("left for the command line")
                    .containsExactly(renewed.getCertificate());
            open.getOutputStream()
                    .write(("GET /livez HTTP/1.0\r\nHost: x\r\n" + TOKEN + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(open.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void keepsTheOldCertificateWhenTheNewOneIsBroken() throws Exception {
        X509Certificate before = shown();
        Path key = folder.resolve("gw-key.pem");
        String own = Files.readString(key);
        renew("gw2.example.org");
        Files.writeString(key, own);

        assertThat(dispatcher.reload().problems())
                .singleElement()
                .asString()
                .contains("does not belong to the certificate", "gw.yaml:3:");
        assertThat(shown()).isEqualTo(before);

        renew("gw3.example.org");
        assertThat(dispatcher.reload().applied()).isTrue();
        assertThat(shown()).isNotEqualTo(before);
    }

    @Test
    void followsTheWordToBrowsersAndWaitsWithAnEndOfTls() throws Exception {
        Files.writeString(config, CONFIG.replace("HSTS", "0"));
        assertThat(dispatcher.reload().applied()).isTrue();
        assertThat(browser.get("/livez", TOKEN).head()).doesNotContain("Strict-Transport-Security");

        Files.writeString(config, CONFIG.replaceFirst(", tls: .*", "}"));
        assertThat(dispatcher.reload().changes())
                .containsExactly("admin: a change of the address or of TLS takes effect at the next start");
        assertThat(browser.get("/livez", TOKEN).status()).isEqualTo(200);
    }

    @Test
    void tellsPeopleTheNameOfTheCertificate() {
        int port = server.url().getPort();

        assertThat(server.url()).isEqualTo(URI.create("https://127.0.0.1:" + port));
        assertThat(server.publicUrl()).isEqualTo(URI.create("https://gw.example.org:" + port));
        assertThat(Objects.requireNonNull(server.setUpLink()).toString())
                .startsWith("https://gw.example.org:" + port + "/console/set-up?key=");
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0,   gw.example.org,           gw.example.org",
        "0.0.0.0,   localhost gw.example.org, gw.example.org",
        "0.0.0.0,   localhost,                localhost",
        "127.0.0.1, gw.example.org,           127.0.0.1",
        "127.0.0.1, localhost,                localhost",
        "localhost, localhost,                localhost",
    })
    void namesTheHostByWhichOthersGetThere(String address, String names, String host) throws Exception {
        renew(names.split(" "));
        assertThat(dispatcher.reload().applied()).isTrue();

        AdminUrls urls = AdminUrls.of(
                address,
                8111,
                Objects.requireNonNull(dispatcher.control().settings().admin().tls())
                        .identity());

        assertThat(urls.open()).isEqualTo(URI.create("https://" + host + ":8111"));
    }
}
