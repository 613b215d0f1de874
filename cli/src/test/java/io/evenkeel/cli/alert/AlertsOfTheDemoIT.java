// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.alert.TroubledServer.Mood;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.alert.BuiltInRules;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every built-in rule, and one of the file, fires by a real fault of a demo and is over when that is mended, and a
 * receiver is told both. The times of some rules are shorter than usual; their limits are the usual ones, except for
 * the age of a sample, which saves a minute, and for the time of the loops, whose clients need the same processors.
 * Beside the demo's cluster there is one of two small servers. Only root may run it, because of a disk that is full.
 */
@Tag("slow")
@Timeout(900)
final class AlertsOfTheDemoIT {

    private static final String ALERTS = """
            alerts:
              group: 1s
              receivers: [{name: inbox, webhook: "http://127.0.0.1:INBOX/"}]
              rules:
                - {name: node-out, when: {state: [down, ejected, silent]}, for: 4s}
                - {name: node-resting, when: {state: [resting]}, for: 3s}
                - {name: failed-requests, when: {figure: "TD_FAIL_SHARE%", of: cluster, above: 5%, clear: 1%}, for: 4s}
                - {name: queue, when: {figure: TD_QUEUE, of: cluster, above: 10, clear: 1}, for: 3s}
                - {name: heap-live, when: {figure: "JVM_HEAP_LIVE%", of: node, above: 90%, clear: 80%}, for: 3s}
                - name: heap-soon-full
                  when: {figure: "JVM_HEAP_LIVE%", of: node, as: forecast, over: 1m, within: 2m, above: 97%, clear: 90%}
                  for: 3s
                - {name: sample-old, when: {figure: TAP_SAMPLE_AGE, of: node, above: 8s, clear: 3s}, for: 2s}
                - {name: loops-busy, when: {figure: "TD_LOOP_CPU_MAX%", of: dispatcher, above: 15%, clear: 12%}, for: 3s}
                - {name: pool, when: {figure: AMX_JDBC_WAIT, of: node, above: 6, clear: 4}, for: 3s}
            """;

    private static final String SIDE = """
              side:
                affinity: cookie
                nodes: [{name: a, address: "127.0.0.1:PORT_A"}, {name: b, address: "127.0.0.1:PORT_B"}]
                health: {path: /health, interval: 1s, timeout: 1s}
            """;

    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private AlertInbox inbox;
    private SmallDisk disk;
    private TroubledServer a;
    private TroubledServer b;
    private RunningDemo demo;
    private int sidePort;
    private int safePort;
    private String text = "";

    @BeforeEach
    void start() throws Exception {
        disk = opened(new SmallDisk(Files.createDirectory(folder.resolve("disk")), 1_800));
        inbox = opened(new AlertInbox());
        a = opened(new TroubledServer("a"));
        b = opened(new TroubledServer("b"));
        sidePort = freePort();
        safePort = freePort();
        demo = opened(new RunningDemo(folder, disk.folder(), "--visitors", "60"));
        demo.awaitReady();
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    @AfterEach
    void stop() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void eachRuleFiresByAFaultAndIsOverWhenItIsMended() throws Exception {
        certificate(Duration.ofDays(10));
        text = Files.readString(demo.file());
        text = text.replaceFirst("(?m)^clusters:\\R", """
                  - {name: side, address: "127.0.0.1:SIDE", protocol: http, cluster: side}
                  - name: safe
                    address: "127.0.0.1:SAFE"
                    protocol: http
                    cluster: side
                    tls: {certificates: [{certificate: "FOLDER/safe.pem", key: "FOLDER/safe-key.pem"}]}
                clusters:
                """ + SIDE) + ALERTS;
        text = text.replace("PORT_A", "" + a.port())
                .replace("PORT_B", "" + b.port())
                .replace(":SIDE", ":" + sidePort)
                .replace(":SAFE", ":" + safePort)
                .replace(":INBOX", ":" + inbox.port())
                .replace("FOLDER", folder.toString());
        Files.writeString(demo.file(), text);

        certificates();
        aReload();
        try (SideLoad load = new SideLoad(sidePort)) {
            load.awaitFirst();
            aServerThatRests();
            aServerWithSessionsThatGoes();
            serversThatFail();
        }
        aServerStandsStill();
        aHeapIsFull();
        aPoolLeaks();
        allServersStandStill();
        loops();
        aFullDisk();
        inbox.over("sessions-broken", "side", 90);

        Set<String> rules =
                BuiltInRules.all().stream().map(AlertRule::name).collect(Collectors.toCollection(TreeSet::new));
        rules.add("pool");
        assertThat(inbox.rules("firing")).isEqualTo(rules);
        assertThat(inbox.rules("resolved")).isEqualTo(rules);
        System.out.println(inbox.lines());
    }

    private X509Bundle certificate(Duration left) throws Exception {
        X509Bundle made = new CertificateBuilder()
                .algorithm(CertificateBuilder.Algorithm.rsa4096)
                .subject("CN=safe")
                .addSanIpAddress("127.0.0.1")
                .setIsCertificateAuthority(true)
                .notBefore(Instant.now().minus(Duration.ofDays(1)))
                .notAfter(Instant.now().plus(left))
                .buildSelfSigned();
        Files.writeString(folder.resolve("safe-key.pem"), made.getPrivateKeyPEM());
        Files.writeString(folder.resolve("safe.pem"), made.getCertificatePEM());
        return made;
    }

    private void certificates() throws Exception {
        inbox.firing("certificate-expires", "", 30);
        certificate(Duration.ofDays(2));
        inbox.firing("certificate-ends", "", 30);
        certificate(Duration.ofDays(300));
        inbox.over("certificate-ends", "", 30);
        inbox.over("certificate-expires", "", 30);
    }

    private void aReload() throws Exception {
        Files.writeString(demo.file(), text + "no-such-key: 1\n");
        inbox.firing("reload-refused", "", 30);
        Files.writeString(demo.file(), text);
        inbox.over("reload-refused", "", 30);
    }

    private void aServerThatRests() throws Exception {
        a.mood(Mood.RESTS);
        inbox.firing("node-resting", "side/a", 30);
        a.mood(Mood.WELL);
        inbox.over("node-resting", "side/a", 30);
    }

    /** One whose sessions are lost with it. */
    private void aServerWithSessionsThatGoes() throws Exception {
        HttpClient browser =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + sidePort + "/"))
                .build();
        HttpResponse<Void> begun = browser.send(request, HttpResponse.BodyHandlers.discarding());
        String home = begun.headers().firstValue("X-Node").orElseThrow();
        TroubledServer gone = home.equals("a") ? a : b;
        gone.goAway();
        inbox.firing("node-out", "side/" + home, 30);
        browser.send(request, HttpResponse.BodyHandlers.discarding());
        inbox.firing("sessions-broken", "side", 30);
        gone.comeBack();
        inbox.over("node-out", "side/" + home, 60);
    }

    private void serversThatFail() throws Exception {
        a.mood(Mood.FAILS);
        b.mood(Mood.FAILS);
        inbox.firing("failed-requests", "side", 30);
        a.mood(Mood.WELL);
        b.mood(Mood.WELL);
        inbox.over("failed-requests", "side", 60);
    }

    private void aServerStandsStill() throws Exception {
        DemoServer frozen = demo.server("tomcat-1");
        inbox.quiet("node-out", "trade/tomcat-1", 60);
        inbox.quiet("sample-old", "trade/tomcat-1", 60);
        frozen.freeze(true);
        try {
            inbox.firing("node-out", "trade/tomcat-1", 60);
            inbox.firing("sample-old", "trade/tomcat-1", 60);
        } finally {
            frozen.freeze(false);
        }
        inbox.over("node-out", "trade/tomcat-1", 60);
        inbox.over("sample-old", "trade/tomcat-1", 60);
    }

    private void aHeapIsFull() throws Exception {
        demo.server("tomcat-3").fault("heap", Duration.ofSeconds(25));
        inbox.firing("heap-live", "trade/tomcat-3", 60);
        inbox.firing("heap-soon-full", "trade/tomcat-3", 60);
        inbox.over("heap-live", "trade/tomcat-3", 90);
        inbox.over("heap-soon-full", "trade/tomcat-3", 120);
    }

    private void aPoolLeaks() throws Exception {
        demo.server("tomcat-2").fault("pool", Duration.ofSeconds(15));
        inbox.firing("pool", "trade/tomcat-2", 60);
        inbox.over("pool", "trade/tomcat-2", 90);
    }

    private void allServersStandStill() throws Exception {
        inbox.quiet("queue", "trade", 60);
        inbox.quiet("cluster-without-nodes", "trade", 60);
        demo.freezeAll(true);
        try {
            inbox.firing("cluster-without-nodes", "trade", 60);
            inbox.firing("queue", "trade", 60);
        } finally {
            demo.freezeAll(false);
        }
        inbox.over("cluster-without-nodes", "trade", 60);
        inbox.over("queue", "trade", 60);
    }

    private void loops() throws Exception {
        try (HandshakeStorm storm =
                new HandshakeStorm(safePort, certificate(Duration.ofDays(300)).getCertificate())) {
            storm.awaitFirst();
            inbox.firing("loops-busy", "", 40);
        }
        inbox.over("loops-busy", "", 40);
    }

    /** A node without a past comes when there is no room for it. */
    private void aFullDisk() throws Exception {
        disk.fill(250);
        inbox.firing("disk-full", "", 40);
        String more = text.replace("nodes: [{name: a", "nodes: [{name: c, address: \"127.0.0.1:9\"}, {name: a");
        assertThat(more).isNotEqualTo(text);
        Files.writeString(demo.file(), more);
        inbox.firing("history-lost", "", 40);
        disk.empty();
        inbox.over("disk-full", "", 40);
        inbox.over("history-lost", "", 90);
    }
}
