// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.config.alert.AlertReceiver.Security;
import io.evenkeel.config.alert.AlertSeverity;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Receivers against servers and programs, those that mean well and others. */
@Timeout(60)
class ReceiversIT {

    private static final Duration TIME = Duration.ofSeconds(5);
    private static final Alert DOWN = new Alert(
            "node-out",
            AlertSeverity.CRITICAL,
            List.of(),
            new Scope("shop", "vcn1"),
            1_000_000_000_000L,
            1_000_000_030_000L,
            0,
            Double.NaN,
            "shop/vcn1 is down: connection refused");

    @TempDir
    Path folder;

    private static Message firing() {
        return new Message("node-out", "shop", AlertSeverity.CRITICAL, List.of(), List.of(DOWN), List.of(), 0);
    }

    /** A server that answers each connection with given octets, and keeps what it was sent. */
    private static final class Answering implements AutoCloseable {

        private final ServerSocket socket;
        private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> bodies = new LinkedBlockingQueue<>();

        interface Speech {
            void say(OutputStream out) throws IOException, InterruptedException;
        }

        Answering(ServerSocketFactory sockets, Speech speech) throws IOException {
            socket = sockets.createServerSocket(0, 5, InetAddress.getLoopbackAddress());
            Thread thread = new Thread(() -> serve(speech), "answering");
            thread.setDaemon(true);
            thread.start();
        }

        Answering(Speech speech) throws IOException {
            this(ServerSocketFactory.getDefault(), speech);
        }

        private void serve(Speech speech) {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    InputStream in = client.getInputStream();
                    StringBuilder head = new StringBuilder();
                    while (head.indexOf("\r\n\r\n") < 0) {
                        int octet = in.read();
                        if (octet < 0) {
                            break;
                        }
                        head.append((char) octet);
                    }
                    String text = head.toString();
                    int at = text.toLowerCase(Locale.ROOT).indexOf("content-length: ");
                    int length = at < 0 ? 0 : Integer.parseInt(text.substring(at + 16, text.indexOf("\r\n", at)));
                    heads.add(text);
                    bodies.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
                    speech.say(client.getOutputStream());
                } catch (IOException e) {
                    // the client has had enough, or the test is over
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        String head() throws InterruptedException {
            return Objects.requireNonNull(heads.poll(5, TimeUnit.SECONDS), "a head");
        }

        String body() throws InterruptedException {
            return Objects.requireNonNull(bodies.poll(5, TimeUnit.SECONDS), "a body");
        }

        int port() {
            return socket.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static Answering.Speech answer(int status) {
        return out -> write(out, "HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }

    private static WebhookReceiver webhook(int port, @Nullable String token, @Nullable String user, Duration time) {
        return new WebhookReceiver(new AlertReceiver.Webhook(
                "ops",
                true,
                URI.create("http://127.0.0.1:" + port + "/hook"),
                token,
                user,
                user == null ? null : "pass:word",
                null,
                time));
    }

    @Test
    void postsWhatAnAlertmanagerWould() throws Exception {
        try (Answering server = new Answering(answer(200))) {
            webhook(server.port(), null, null, TIME).send(firing());

            assertThat(server.head())
                    .startsWith("POST /hook HTTP/1.1\r\n")
                    .contains("Content-Type: application/json\r\n")
                    .doesNotContain("Authorization");
            JsonNode json = JsonMapper.shared().readTree(server.body());
            assertThat(json.path("version").asString()).isEqualTo("4");
            assertThat(json.path("status").asString()).isEqualTo("firing");
            assertThat(json.path("receiver").asString()).isEqualTo("ops");
            assertThat(json.path("groupKey").asString()).isEqualTo("{}:{rule=\"node-out\", cluster=\"shop\"}");
            assertThat(json.path("truncatedAlerts").asInt()).isZero();
            assertThat(json.path("groupLabels").path("cluster").asString()).isEqualTo("shop");
            assertThat(json.path("commonLabels").path("severity").asString()).isEqualTo("critical");
            JsonNode alert = json.path("alerts").path(0);
            assertThat(alert.path("labels").path("alertname").asString()).isEqualTo("node-out");
            assertThat(alert.path("labels").path("node").asString()).isEqualTo("vcn1");
            assertThat(alert.path("annotations").path("description").asString())
                    .isEqualTo("shop/vcn1 is down: connection refused");
            assertThat(alert.path("startsAt").asString()).isEqualTo("2001-09-09T01:46:40Z");
            assertThat(alert.path("endsAt").asString()).isEqualTo("0001-01-01T00:00:00Z");
            assertThat(alert.path("fingerprint").asString()).hasSize(16);
        }
    }

    @Test
    void provesItself() throws Exception {
        try (Answering server = new Answering(answer(204))) {
            webhook(server.port(), "sesame", null, TIME).send(firing());
            assertThat(server.head()).contains("Authorization: Bearer sesame\r\n");

            webhook(server.port(), null, "lb", TIME).send(firing());
            assertThat(server.head()).contains("Authorization: Basic bGI6cGFzczp3b3Jk\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"500, true", "503, true", "429, true", "408, true", "404, false", "401, false", "302, true"})
    void knowsWhatAnotherTryMayMend(int status, boolean again) throws Exception {
        try (Answering server = new Answering(answer(status))) {
            assertThatThrownBy(() -> webhook(server.port(), null, null, TIME).send(firing()))
                    .isInstanceOfSatisfying(DeliveryException.class, e -> {
                        assertThat(e).hasMessage("127.0.0.1 answered " + status);
                        assertThat(e.again()).isEqualTo(again);
                    });
        }
    }

    @Test
    void doesNotFollowARedirectWithItsToken() throws Exception {
        try (Answering other = new Answering(answer(200));
                Answering server = new Answering(out -> write(
                        out,
                        "HTTP/1.1 307 X\r\nLocation: http://127.0.0.1:" + other.port()
                                + "/\r\nContent-Length: 0\r\n\r\n"))) {
            assertThatThrownBy(
                            () -> webhook(server.port(), "sesame", null, TIME).send(firing()))
                    .hasMessage("127.0.0.1 answered 307");
            assertThat(other.heads).isEmpty();
        }
    }

    @Test
    void aServerThatAnswersOctetByOctetHasAnEnd() throws Exception {
        try (Answering server = new Answering(out -> {
            write(out, "HTTP/1.1 200 OK\r\nX: ");
            for (int i = 0; i < 300; i++) {
                write(out, "x");
                Thread.sleep(50);
            }
        })) {
            assertThatThrownBy(() -> webhook(server.port(), null, null, Duration.ofMillis(500))
                            .send(firing()))
                    .isInstanceOf(DeliveryException.class);
        }
    }

    @Test
    void aGiantAnswerIsNotRead() throws Exception {
        try (Answering server = new Answering(out -> {
            write(out, "HTTP/1.1 200 OK\r\nContent-Length: 100000000000\r\n\r\n");
            byte[] octets = new byte[1 << 20];
            while (true) {
                out.write(octets);
            }
        })) {
            long before = System.nanoTime();
            webhook(server.port(), null, null, TIME).send(firing());
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(TIME);
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidInWords() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> webhook(port, null, null, TIME).send(firing()))
                .isInstanceOfSatisfying(
                        DeliveryException.class, e -> assertThat(e.again()).isTrue());
    }

    private SSLContext serverContext(X509Bundle own) throws Exception {
        KeyStore store = own.toKeyStore(new char[0]);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private X509Bundle authority() throws Exception {
        return new CertificateBuilder()
                .ecp256()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
    }

    @Test
    void anHttpsServerMustProveItsName() throws Exception {
        X509Bundle authority = authority();
        X509Bundle own = new CertificateBuilder()
                .ecp256()
                .subject("CN=hook")
                .addSanDnsName("localhost")
                .buildIssuedBy(authority);
        Path ca = Files.writeString(folder.resolve("ca.pem"), authority.getCertificatePEM());
        try (Answering server = new Answering(serverContext(own).getServerSocketFactory(), answer(200))) {
            https("localhost", server.port(), ca).send(firing());

            assertThatThrownBy(() -> https("127.0.0.1", server.port(), ca).send(firing()))
                    .as("another name")
                    .isInstanceOf(DeliveryException.class)
                    .hasMessageContaining("127.0.0.1");
            assertThatThrownBy(() -> https("localhost", server.port(), null).send(firing()))
                    .as("an authority that Java does not know")
                    .isInstanceOf(DeliveryException.class);
        }
    }

    private static WebhookReceiver https(String host, int port, @Nullable Path ca) {
        return new WebhookReceiver(new AlertReceiver.Webhook(
                "ops", true, URI.create("https://" + host + ":" + port + "/"), null, null, null, ca, TIME));
    }

    private static AlertReceiver.Mail mail(int port, Security security, @Nullable String user) {
        return new AlertReceiver.Mail(
                "mail",
                true,
                new HostPort("127.0.0.1", port),
                security,
                "lb@example.org",
                List.of("ops@example.org", "boss@example.org"),
                user,
                user == null ? null : "secret",
                null,
                TIME);
    }

    @Test
    void sendsMail() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.setUser("lb@example.org", "lb", "secret");
        server.start();
        try {
            new MailReceiver(mail(server.getSmtp().getPort(), Security.NONE, "lb")).send(firing());

            assertThat(server.waitForIncomingEmail(5_000, 2)).isTrue();
            MimeMessage arrived = server.getReceivedMessages()[0];
            assertThat(arrived.getSubject()).isEqualTo("[FIRING:1] node-out shop");
            assertThat(arrived.getContent().toString().strip()).isEqualTo("shop/vcn1 is down: connection refused");
            assertThat(arrived.getFrom()[0]).hasToString("lb@example.org");
            assertThat(arrived.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        } finally {
            server.stop();
        }
    }

    @Test
    void doesNotSendInClearTextWhatMustBeEncrypted() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.start();
        try {
            assertThatThrownBy(() ->
                            new MailReceiver(mail(server.getSmtp().getPort(), Security.STARTTLS, null)).send(firing()))
                    .isInstanceOf(DeliveryException.class)
                    .hasMessageContaining("STARTTLS");
            assertThat(server.getReceivedMessages()).isEmpty();
        } finally {
            server.stop();
        }
    }

    @Test
    void aMailServerOfNobodyIsNotTrusted() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTPS));
        server.start();
        try {
            assertThatThrownBy(() ->
                            new MailReceiver(mail(server.getSmtps().getPort(), Security.TLS, null)).send(firing()))
                    .isInstanceOf(DeliveryException.class);
            assertThat(server.getReceivedMessages()).isEmpty();
        } finally {
            server.stop();
        }
    }

    @Test
    void aMailServerThatTalksForEverHasAnEnd() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread talker = new Thread(() -> {
                try (Socket client = socket.accept()) {
                    while (true) {
                        client.getOutputStream()
                                .write("220-hello\r\n".repeat(1_000).getBytes(StandardCharsets.UTF_8));
                    }
                } catch (IOException e) {
                    // it has had enough
                }
            });
            talker.setDaemon(true);
            talker.start();

            assertThatThrownBy(() -> new MailReceiver(mail(socket.getLocalPort(), Security.NONE, null)).send(firing()))
                    .isInstanceOf(DeliveryException.class)
                    .hasMessageContaining("too long");
        }
    }

    private CommandReceiver command(Duration time, String script, String... args) throws IOException {
        Path file = Files.writeString(folder.resolve("page.sh"), script);
        List<String> argv = new ArrayList<>(List.of("/bin/sh", file.toString()));
        argv.addAll(List.of(args));
        return new CommandReceiver(new AlertReceiver.Command("pager", true, argv, time));
    }

    @Test
    void runsAProgramWithTheAlert() throws Exception {
        Path out = folder.resolve("out");
        command(TIME, "{ echo \"$1\"; env; cat; } > \"$2\"", "a b; $(id)", out.toString())
                .send(firing());

        assertThat(Files.readString(out))
                .startsWith("a b; $(id)\n")
                .contains("EVENKEEL_ALERT_RULE=node-out\n")
                .contains("EVENKEEL_ALERT_STATUS=firing\n")
                .contains("EVENKEEL_ALERT_NODE=vcn1\n")
                .contains("EVENKEEL_ALERT_TEXT=shop/vcn1 is down: connection refused\n")
                .contains("{\"version\":\"4\"");
        assertThat(Files.readString(out).lines().filter(line -> line.matches("[A-Za-z_]+=.*")))
                .as("nothing of the dispatcher's own environment")
                .allMatch(line ->
                        line.matches("(EVENKEEL_ALERT_\\w+|PATH|HOME|LANG|LC_ALL|TZ|TMPDIR|PWD|SHLVL|_|OLDPWD)=.*"));
    }

    @Test
    void saysWhyAProgramFailed() throws IOException {
        CommandReceiver receiver = command(TIME, "echo no modem >&2; exit 3");

        assertThatThrownBy(() -> receiver.send(firing()))
                .isInstanceOf(DeliveryException.class)
                .hasMessage("/bin/sh ended with 3: no modem");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sleep 600", "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done", "sleep 600 & sleep 600"})
    void killsAProgramThatDoesNotEnd(String script) throws IOException {
        CommandReceiver receiver = command(Duration.ofMillis(500), "echo $$ > " + folder + "/pid; " + script);

        long before = System.nanoTime();
        assertThatThrownBy(() -> receiver.send(firing()))
                .isInstanceOf(DeliveryException.class)
                .hasMessage("/bin/sh was killed, because it did not end in 500 ms");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(ProcessHandle::onExit))
                .satisfiesAnyOf(
                        gone -> assertThat(gone).isEmpty(),
                        ending -> assertThat(ending.orElseThrow().get(5, TimeUnit.SECONDS))
                                .isNotNull());
    }

    @Test
    void aProgramThatIsNotThereIsNotTriedAgain() {
        CommandReceiver receiver =
                new CommandReceiver(new AlertReceiver.Command("pager", true, List.of(folder + "/none"), TIME));

        assertThatThrownBy(() -> receiver.send(firing()))
                .isInstanceOfSatisfying(
                        DeliveryException.class, e -> assertThat(e.again()).isFalse());
    }

    @Test
    void aProgramThatReadsNothingIsNoFault() throws Exception {
        Path out = folder.resolve("out");
        command(TIME, "exec 0<&-; echo done > " + out).send(firing());
        assertThat(out).hasContent("done");
    }
}
