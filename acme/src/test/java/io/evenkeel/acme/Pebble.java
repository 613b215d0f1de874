// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Let's Encrypt's test server, as a process of its own. It asks our ports on 127.0.0.1, really; its profile
 * {@code short} has certificates of {@value #SHORT_S} seconds.
 */
final class Pebble implements AutoCloseable {

    static final int SHORT_S = 45;

    /** The path of the program. */
    static final String PROGRAM = "pebble";

    private static final Duration START = Duration.ofSeconds(20);

    final int httpPort = freePort();
    final int tlsPort = freePort();
    final Path ca;
    private final int port = freePort();
    private final int managementPort = freePort();
    private final LoopbackNames names = new LoopbackNames();
    private final Path folder;
    private Process process;

    /** @param folder for its files */
    Pebble(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        AcmeFolder files = new AcmeFolder(folder, URI.create("https://localhost/own"));
        AcmeCertificate own = new AcmeCertificate(List.of("localhost"));
        Identity identity = SelfMade.identity(own.names(), Instant.now());
        files.certificate(own, identity);
        ca = files.file(own);
        Files.writeString(
                folder.resolve("pebble.json"), """
                {"pebble": {
                  "listenAddress": "127.0.0.1:%d", "managementListenAddress": "127.0.0.1:%d",
                  "certificate": "%s", "privateKey": "%s",
                  "httpPort": %d, "tlsPort": %d, "ocspResponderURL": "", "externalAccountBindingRequired": false,
                  "domainBlocklist": ["blocked.example.org"], "retryAfter": {"authz": 1, "order": 1},
                  "keyAlgorithm": "ecdsa",
                  "profiles": {
                    "default": {"description": "usual", "validityPeriod": 7776000},
                    "short": {"description": "short", "validityPeriod": %d}}}}
                """.formatted(port, managementPort, ca, ca, httpPort, tlsPort, SHORT_S));
        process = begin();
    }

    private Process begin() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Objects.requireNonNull(System.getProperty(PROGRAM), "run .ci/slow.d/acme"),
                        "-config",
                        folder.resolve("pebble.json").toString(),
                        "-dnsserver",
                        "127.0.0.1:" + names.port())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("pebble.log").toFile());
        builder.environment().put("PEBBLE_VA_NOSLEEP", "1");
        Process begun = builder.start();
        Instant end = Instant.now().plus(START);
        while (!answers()) {
            if (Instant.now().isAfter(end) || !begun.isAlive()) {
                throw new IOException("no test server: " + Files.readString(folder.resolve("pebble.log")));
            }
            Thread.sleep(50);
        }
        return begun;
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** A port below those of outgoing connections, one of which could take it before it is opened again. */
    private static int freePort() {
        for (int i = 0; i < 200; i++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // somebody else's
            }
        }
        throw new IllegalStateException("no free port");
    }

    String directory() {
        return "https://localhost:" + port + "/dir";
    }

    /** The authority at the top of its chains; another one after each start. */
    X509Certificate root() throws IOException, InterruptedException, GeneralSecurityException {
        HttpClient client = HttpClient.newBuilder()
                .sslContext(trusting(certificate(Files.readAllBytes(ca))))
                .build();
        byte[] pem = client.send(
                        HttpRequest.newBuilder(URI.create("https://localhost:" + managementPort + "/roots/0"))
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray())
                .body();
        return certificate(pem);
    }

    private static X509Certificate certificate(byte[] pem) throws GeneralSecurityException {
        String text = new String(pem, java.nio.charset.StandardCharsets.US_ASCII);
        byte[] block = text.substring(text.indexOf("-----BEGIN CERTIFICATE"))
                .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block));
    }

    static SSLContext trusting(X509Certificate root) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("root", root);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    void stop() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Starts it again, without memory of accounts and certificates. */
    void startAgain() throws IOException, InterruptedException {
        process = begin();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        stop();
        names.close();
    }
}
