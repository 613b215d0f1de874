// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.config.tls.PemFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.kit.RawClient;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic over TLS through the whole dispatcher, with certificates from PEM files and curl as the client. */
class HttpsTrafficIT {

    private static final String HOST = "shop.example.org";
    private static final int LONG = 5_000_000;

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer node;
    private Path config;
    private Dispatcher dispatcher;

    @BeforeEach
    void start() throws Exception {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.setExecutor(threads);
        node.createContext("/fields", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] fields = Map.copyOf(exchange.getRequestHeaders()).toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, fields.length);
            exchange.getResponseBody().write(fields);
            exchange.close();
        });
        node.createContext("/echo", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getRequestBody().transferTo(exchange.getResponseBody());
            exchange.close();
        });
        node.createContext("/slow", exchange -> {
            exchange.sendResponseHeaders(200, LONG);
            try (OutputStream body = exchange.getResponseBody()) {
                byte[] part = new byte[LONG / 10];
                Arrays.fill(part, (byte) 'x');
                for (int i = 0; i < 10; i++) {
                    body.write(part);
                    body.flush();
                    reloadOnce();
                }
            }
        });
        node.start();
        Files.writeString(folder.resolve("authority.pem"), TestCertificates.AUTHORITY.getCertificatePEM());
        renew();
        config = folder.resolve("gw.yaml");
        Files.writeString(config, """
                listeners:
                - name: web
                  address: "127.0.0.1:0"
                  cluster: shop
                  tls:
                    certificates: [{certificate: own.pem, key: own-key.pem}]
                    clients: {verify: optional, ca: authority.pem, header: X-Client-Subject}
                - {name: raw, address: "127.0.0.1:0", protocol: tcp, cluster: plain, tls: {certificates: [{certificate: own.pem, key: own-key.pem}]}}
                - {name: door, address: "127.0.0.1:0", cluster: shop}
                clusters:
                  shop: {nodes: [{name: a, address: "127.0.0.1:%d"}], affinity: cookie}
                  plain: {nodes: [{name: a, address: "127.0.0.1:%d"}]}
                log: {level: error, access: {format: json, file: "%s"}}
                """.formatted(
                        node.getAddress().getPort(), node.getAddress().getPort(), folder.resolve("access.log")));
        dispatcher = Dispatcher.start(SettingsFile.open(config));
    }

    private void renew() throws IOException {
        X509Bundle own;
        try {
            own = new CertificateBuilder()
                    .ecp256()
                    .subject("CN=" + HOST)
                    .addSanDnsName(HOST)
                    .buildIssuedBy(TestCertificates.AUTHORITY);
        } catch (Exception e) {
            throw new IOException(e);
        }
        write("own", own);
    }

    private void write(String name, X509Bundle bundle) throws IOException {
        Files.writeString(folder.resolve(name + ".pem"), bundle.getCertificatePEM());
        Files.writeString(folder.resolve(name + "-key.pem"), bundle.getPrivateKeyPEM());
    }

    /** Puts a new certificate in force while an answer is on its way. */
    private void reloadOnce() throws IOException {
        renew();
        assertThat(dispatcher.control().reload().applied()).isTrue();
    }

    @AfterEach
    void stop() {
        dispatcher.close();
        node.stop(0);
        threads.shutdownNow();
    }

    private byte[] curl(String listener, String path, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "--fail-with-body", "--max-time", "20"));
        int port = dispatcher.port(listener);
        command.addAll(List.of("--cacert", folder.resolve("authority.pem").toString()));
        command.addAll(List.of("--resolve", HOST + ":" + port + ":127.0.0.1"));
        command.addAll(List.of(options));
        command.add("https://" + HOST + ":" + port + path);
        Path out = folder.resolve("out");
        Path error = folder.resolve("error");
        Process client = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(error.toFile())
                .start();
        assertThat(client.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(client.exitValue()).as(Files.readString(error)).isZero();
        return Files.readAllBytes(out);
    }

    @ParameterizedTest
    @ValueSource(strings = {"web", "raw"})
    void longBodiesGoBothWays(String listener) throws Exception {
        byte[] body = new byte[LONG];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) (i * 31 + i / 1000);
        }
        Path file = Files.write(folder.resolve("body"), body);

        assertThat(curl(listener, "/echo", "--data-binary", "@" + file)).isEqualTo(body);
    }

    @Test
    void theNodeIsToldHowTheClientCameAndWhoItIs() throws Exception {
        write("till", TestCertificates.client("till 7"));

        String fields = new String(
                curl(
                        "web",
                        "/fields",
                        "--cert",
                        folder.resolve("till.pem").toString(),
                        "--key",
                        folder.resolve("till-key.pem").toString(),
                        "-H",
                        "X-Client-Subject: CN=root"),
                StandardCharsets.UTF_8);
        String stranger = new String(curl("web", "/fields", "-H", "x-client_subject: CN=root"), StandardCharsets.UTF_8);

        assertThat(fields)
                .containsIgnoringCase("X-Forwarded-Proto=[https]")
                .containsIgnoringCase("X-Client-Subject=[CN=till 7]")
                .doesNotContain("root");
        assertThat(stranger).doesNotContain("CN=");
    }

    @Test
    void theSubjectIsToldByNoClientOfAnotherListener() throws Exception {
        try (RawClient client = RawClient.to(dispatcher.port("door"))) {
            String fields = client.send(
                            "GET /fields HTTP/1.1\r\nHost: a\r\nX-Client-Subject: CN=root\r\nX-Other: told\r\n\r\n")
                    .response("GET")
                    .text();

            assertThat(fields).contains("told").doesNotContain("root");
        }
    }

    @Test
    void theCookieOfAffinityIsSecureAndTheLogTellsTheCipher() throws Exception {
        String answer = new String(curl("web", "/fields", "-i"), StandardCharsets.UTF_8);
        dispatcher.close();

        assertThat(answer).containsPattern("(?i)set-cookie: [^\r]*; Secure");
        assertThat(Files.readString(folder.resolve("access.log")))
                .contains("\"tls\":\"TLSv1.3\",\"cipher\":\"TLS_AES_");
    }

    @Test
    void anAnswerOnItsWaySurvivesNewCertificates() throws Exception {
        assertThat(curl("web", "/slow")).hasSize(LONG).containsOnly((byte) 'x');
    }

    /** An answer of OCSP by openssl, which says that the certificate is good. */
    private void staple() throws Exception {
        write("authority", TestCertificates.AUTHORITY);
        X509Certificate own = PemFile.certificates(folder.resolve("own.pem")).get(0);
        String serial =
                HexFormat.of().withUpperCase().formatHex(own.getSerialNumber().toByteArray());
        Files.writeString(
                folder.resolve("index"),
                "V\t991231235959Z\t\t" + serial.replaceFirst("^00", "") + "\tunknown\t/CN=" + HOST + "\n");
        String question = "openssl ocsp -issuer authority.pem -cert own.pem -reqout question";
        String answer = "openssl ocsp -index index -CA authority.pem -rsigner authority.pem -rkey authority-key.pem"
                + " -ndays 2 -reqin question -respout own.ocsp";
        for (String each : List.of(question, answer)) {
            Process made = new ProcessBuilder(each.split(" "))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("said").toFile())
                    .start();
            assertThat(made.waitFor())
                    .as(Files.readString(folder.resolve("said")))
                    .isZero();
        }
    }

    @Test
    void theAnswerOfOcspInAFileIsStapled() throws Exception {
        staple();
        // curl wants to see the issuer.
        Files.writeString(
                folder.resolve("own.pem"), TestCertificates.AUTHORITY.getCertificatePEM(), StandardOpenOption.APPEND);
        Files.writeString(
                config, Files.readString(config).replaceFirst("own-key.pem}", "own-key.pem, ocsp: own.ocsp}"));
        assertThat(dispatcher.control().reload().applied()).isTrue();

        // It fails when there is no answer, or none that says that the certificate is good.
        assertThat(curl("web", "/fields", "--cert-status")).isNotEmpty();
    }

    @Test
    void plainHttpIsAnsweredInWords() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), dispatcher.port("web"))) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 400 Bad Request\r\n")
                    .contains("https://");
        }
    }

    @Test
    void aClientThatEndsItsOutputGetsItsAnswerAndACloseNotify() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), dispatcher.port("web"));
                SSLSocket secure = (SSLSocket)
                        TestCertificates.clientContext(null).getSocketFactory().createSocket(socket, HOST, 443, true)) {
            socket.setSoTimeout(20_000);
            secure.getOutputStream()
                    .write("GET /fields HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            secure.shutdownOutput();

            assertThat(new String(secure.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 ");
        }
    }
}
