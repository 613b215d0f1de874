// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.FailureKind;
import io.evenkeel.load.Limits;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.ServerTrust;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.net.TargetServer;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loads on servers that speak TLS, and on some that should. */
class HttpsIT {

    private X509Bundle authority;
    private ServerTrust trust;

    /** The behaviour of a server on a connection, for as long as it likes. */
    private interface Manners {
        void meet(Socket socket) throws IOException;
    }

    @BeforeEach
    void vouch() throws Exception {
        authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=our authority")
                .setIsCertificateAuthority(true)
                .notBefore(daysAhead(-100))
                .buildSelfSigned();
        trust = new ServerTrust(List.of(authority.getCertificate()), "ours.pem", false);
    }

    private static Instant daysAhead(int days) {
        return Instant.now().plus(Duration.ofDays(days));
    }

    private CountingKeys keys(int fromDay, int toDay) throws Exception {
        return new CountingKeys(new CertificateBuilder()
                .ecp256()
                .subject("CN=server")
                .addSanDnsName("localhost")
                .notBefore(daysAhead(fromDay))
                .notAfter(daysAhead(toDay))
                .buildIssuedBy(authority));
    }

    private CountingKeys keys() throws Exception {
        return keys(-1, 10);
    }

    private static Limits limits(long requests) {
        return new Limits(Duration.ofSeconds(60), requests, 1, 1);
    }

    private static LoadSummary closed(UserBehaviour work, int users, long requests) throws InterruptedException {
        try (LoadHandle load =
                ClosedLoop.start(new ClosedPlan(work, users, Ramp.NONE, limits(requests)), finished -> {})) {
            load.await();
            return load.report();
        }
    }

    private UserBehaviour work(URI uri) {
        return UserBehaviour.of(UserRequests.One.get(uri)).trusting(trust);
    }

    @Test
    void aClosedLoadShakesHandsOnceForEachUser() throws Exception {
        try (TimedServer server = new TimedServer(0, keys().context())) {
            LoadSummary report = closed(work(server.uri("/a?b=c")), 3, 60);

            assertThat(report.failuresByKind()).as("%s", report.reasons()).isEmpty();
            assertThat(report.requests()).isEqualTo(60);
            assertThat(report.nodes()).containsOnlyKeys("here");
            assertThat(report.curves().bodyBytes()).isEqualTo(120);
            assertThat(server.connections).hasValueLessThanOrEqualTo(3);
            assertThat(server.targets).containsExactly("/a?b=c");
            assertThat(server.names).as("the name that it heard").containsExactly("localhost");
        }
    }

    @Test
    void anOpenLoadSpeaksTlsToo() throws Exception {
        try (TimedServer server = new TimedServer(0, keys().context())) {
            OpenPlan plan = new OpenPlan(work(server.uri("/")), 200, "constant", 20, limits(60));
            try (LoadHandle load = OpenLoop.start(plan)) {
                load.await();
                assertThat(load.report().failuresByKind()).isEmpty();
                assertThat(load.report().requests()).isEqualTo(60);
            }
        }
    }

    @Test
    void everyConnectionIsAgreedOnFromTheBeginning() throws Exception {
        CountingKeys keys = keys();
        try (TimedServer server = new TimedServer(0, keys.context())) {
            UserBehaviour work = UserBehaviour.of(new UserRequests.One(server.uri("/"), "GET", List.of(), "", false))
                    .trusting(trust);

            assertThat(closed(work, 1, 12).failuresByKind()).isEmpty();
            assertThat(server.connections).hasValue(12);
            assertThat(keys.asked).as("nothing is resumed").hasValueGreaterThanOrEqualTo(12);
        }
    }

    @Test
    void aVisitorWhoComesBackMayResume() throws Exception {
        CountingKeys keys = keys();
        try (TimedServer server = new TimedServer(0, keys.context())) {
            UserBehaviour work = UserBehaviour.of(new UserRequests.One(server.uri("/"), "GET", List.of(), "", false))
                    .trusting(trust);
            TargetServer target = TargetServer.of(server.uri("/"), trust).resuming();
            ClosedPlan plan = new ClosedPlan(work, 1, Ramp.NONE, limits(12));
            try (LoadHandle load = ClosedLoop.start(plan, finished -> {}, target)) {
                load.await();
                assertThat(load.report().failuresByKind()).isEmpty();
            }

            assertThat(server.connections).hasValue(12);
            assertThat(target.fullHandshakes() + target.resumedHandshakes()).isEqualTo(12);
            assertThat(keys.asked).as("signatures").hasValueLessThan(12);
        }
    }

    private void isNotBelieved(URI uri, ServerTrust trust, String... words) throws InterruptedException {
        LoadSummary report = closed(UserBehaviour.of(UserRequests.One.get(uri)).trusting(trust), 1, 2);

        assertThat(report.failuresByKind()).isEqualTo(Map.of(FailureKind.HANDSHAKE, 2L));
        assertThat(report.reasons()).containsOnlyKeys(FailureKind.HANDSHAKE);
        assertThat(report.reasons().get(FailureKind.HANDSHAKE)).contains(words);
        assertThat(report.curves().latencyUs().getTotalCount()).isZero();
    }

    @Test
    void whoIsNotBelievedIsToldWhy() throws Exception {
        try (TimedServer server = new TimedServer(0, keys().context());
                TimedServer old = new TimedServer(0, keys(-20, -10).context())) {
            isNotBelieved(
                    server.uri("/"),
                    ServerTrust.OF_JAVA,
                    "its certificate was issued by 'CN=our authority', which the trust store of this Java does not vouch for",
                    "--ca FILE");
            URI byAddress = URI.create(server.uri("/").toString().replace("localhost", "127.0.0.1"));
            isNotBelieved(byAddress, trust, "its certificate is for other names: localhost");
            isNotBelieved(old.uri("/"), trust, "its certificate has expired on ");

            assertThat(server.requests)
                    .as("nothing was sent to whom nobody believes")
                    .hasValue(0);
            for (URI uri : List.of(byAddress, old.uri("/"))) {
                LoadSummary blind =
                        closed(UserBehaviour.of(UserRequests.One.get(uri)).trusting(ServerTrust.BLIND), 1, 2);
                assertThat(blind.failuresByKind()).as("%s", blind.reasons()).isEmpty();
            }
        }
    }

    private LoadSummary meeting(Manners manners, ServerSocket listening, Duration timeout, long requests)
            throws InterruptedException {
        Thread server = new Thread(() -> {
            try {
                while (true) {
                    try (Socket socket = listening.accept()) {
                        manners.meet(socket);
                    }
                }
            } catch (IOException over) {
                // The test is.
            }
        });
        server.setDaemon(true);
        server.start();
        URI uri = URI.create("https://localhost:" + listening.getLocalPort() + "/");
        return closed(work(uri).within(timeout), 1, requests);
    }

    private static ServerSocket plain() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private ServerSocket tls() throws Exception {
        SSLContext context = keys().context();
        return context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @Test
    void aServerThatSpeaksNoTlsIsSaid() throws Exception {
        try (ServerSocket listening = plain()) {
            LoadSummary report = meeting(
                    socket -> {
                        socket.getInputStream().read();
                        socket.getOutputStream()
                                .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                        socket.getInputStream().readAllBytes();
                    },
                    listening,
                    Duration.ofSeconds(60),
                    1);

            assertThat(report.failuresByKind()).isEqualTo(Map.of(FailureKind.HANDSHAKE, 1L));
            assertThat(report.reasons().get(FailureKind.HANDSHAKE))
                    .contains("the server does not use TLS there", "http://");
        }
    }

    @Test
    void aServerThatHangsUpDuringTheHandshakeIsSaid() throws Exception {
        try (ServerSocket listening = plain()) {
            LoadSummary report =
                    meeting(socket -> socket.getInputStream().read(), listening, Duration.ofSeconds(60), 1);

            assertThat(report.failuresByKind()).isEqualTo(Map.of(FailureKind.HANDSHAKE, 1L));
            assertThat(report.reasons()).containsKey(FailureKind.HANDSHAKE);
        }
    }

    @Test
    void aHandshakeThatDoesNotEndIsATimeout() throws Exception {
        try (ServerSocket listening = plain()) {
            LoadSummary report =
                    meeting(socket -> socket.getInputStream().readAllBytes(), listening, Duration.ofMillis(300), 1);

            assertThat(report.failuresByKind()).isEqualTo(Map.of(FailureKind.TIMEOUT, 1L));
        }
    }

    @Test
    void theTimeOfAHandshakeIsPartOfTheAnswers() throws Exception {
        try (ServerSocket listening = tls()) {
            LoadSummary report = meeting(
                    socket -> {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
                        answer(socket, "Content-Length: 2\r\n\r\nok");
                        socket.getInputStream().readAllBytes();
                    },
                    listening,
                    Duration.ofSeconds(60),
                    1);

            assertThat(report.failuresByKind()).as("%s", report.reasons()).isEmpty();
            assertThat(report.latencies().maxMs()).as("a park may end early").isGreaterThan(100);
        }
    }

    private static void answer(Socket socket, String rest) throws IOException {
        byte[] request = new byte[4096];
        assertThat(socket.getInputStream().read(request)).isPositive();
        socket.getOutputStream().write(("HTTP/1.1 200 OK\r\n" + rest).getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void anAnswerThatGoesOnToTheEndIsOverWhenTlsSaysSo() throws Exception {
        try (ServerSocket listening = tls()) {
            LoadSummary report = meeting(
                    socket -> {
                        answer(socket, "\r\nall of it");
                        ((SSLSocket) socket).shutdownOutput();
                        socket.getInputStream().readAllBytes();
                    },
                    listening,
                    Duration.ofSeconds(60),
                    1);

            assertThat(report.failuresByKind()).as("%s", report.reasons()).isEmpty();
            assertThat(report.curves().bodyBytes()).isEqualTo(9);
        }
    }

    /** TLS inside a relay that cuts the connection: an end that TLS knows nothing of. */
    @Test
    void anAnswerThatIsCutOffIsNoAnswer() throws Exception {
        SSLContext context = keys().context();
        try (ServerSocket listening = plain()) {
            LoadSummary report = meeting(
                    socket -> {
                        SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(socket, null, true);
                        tls.setUseClientMode(false);
                        answer(tls, "\r\nnot all of it");
                        socket.shutdownOutput();
                        socket.getInputStream().readAllBytes();
                    },
                    listening,
                    Duration.ofSeconds(60),
                    1);

            assertThat(report.failuresByKind()).as("%s", report.reasons()).isEqualTo(Map.of(FailureKind.CLOSED, 1L));
        }
    }
}
