// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.Registration;
import io.evenkeel.wire.push.Seal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The push protocol of paper 5, figure 4, through the admin server of a running dispatcher. */
class AgentPushIT {

    private static final byte[] SECRET = "a secret of 32 bytes, as it were".getBytes(StandardCharsets.UTF_8);
    private static final String CONFIG = """
            version: 1
            listeners:
              - {name: web, address: "127.0.0.1:0", protocol: http, cluster: shop}
            clusters:
              shop:
                nodes:
                  - {name: vcn1, address: "127.0.0.1:18080"}
                agent: {interval: 250ms, secret: "a secret of 32 bytes, as it were", register: true}
            admin: {address: "127.0.0.1:0"}
            log: {level: error}
            """;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Seal seal = new Seal(SECRET);
    private Dispatcher dispatcher;
    private AdminServer admin;

    @BeforeEach
    void start() throws Exception {
        dispatcher = Dispatcher.start(SettingsFile.of(CONFIG, "push.yaml"));
        admin = AdminServer.start(dispatcher.control().settings().admin(), dispatcher.control(), null);
    }

    @AfterEach
    void stop() {
        admin.close();
        dispatcher.close();
    }

    private HttpRequest sealed(PushMessage message, Seal by) {
        byte[] body = message.toString().getBytes(StandardCharsets.UTF_8);
        long nowMs = System.currentTimeMillis();
        String nonce = Seal.nonce(new SecureRandom());
        return HttpRequest.newBuilder(URI.create(admin.url() + "/api/v1/agents"))
                .header(Seal.TIME_HEADER, String.valueOf(nowMs))
                .header(Seal.NONCE_HEADER, nonce)
                .header(Seal.SEAL_HEADER, by.sign("POST", "/api/v1/agents", nowMs, nonce, body))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws Exception {
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static PushMessage read(HttpResponse<byte[]> answer) {
        PushMessage message = PushMessage.read(answer.body(), 0, answer.body().length);
        return Objects.requireNonNull(message, () -> new String(answer.body(), StandardCharsets.UTF_8));
    }

    private NodeView node(String name) {
        List<NodeView> nodes = dispatcher.control().cluster("shop").nodes();
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no node " + name + " among " + nodes));
    }

    @Test
    void aServerJoinsReportsAndSignsOff() throws Exception {
        PushMessage registered =
                read(send(sealed(PushMessage.register(new Registration("vcn2", "shop", ":28080")), seal)));
        assertThat(registered.kind()).isEqualTo(PushMessage.Kind.REGISTERED);
        assertThat(registered.intervalMs()).isEqualTo(250);
        assertThat(node("vcn2").address()).isEqualTo("127.0.0.1:28080");

        NodeSample sample = new NodeSample();
        sample.set(Metric.OS_CPU_USED_PERCENT, 12.5);
        sample.stamp(1, 1, System.currentTimeMillis());
        PushMessage updated = read(send(sealed(PushMessage.update(registered.id(), sample), seal)));
        assertThat(updated.kind()).isEqualTo(PushMessage.Kind.UPDATED);
        assertThat(node("vcn2").agent().state()).isEqualTo(AgentState.REPORTING);
        assertThat(node("vcn2").agent().source()).isEqualTo(SampleSource.PUSH);
        assertThat(node("vcn2").agent().figures()).containsEntry("OS_CPU_USED%", 12.5);

        PushMessage stopped = read(send(sealed(PushMessage.stop(registered.id(), "maintenance"), seal)));
        assertThat(stopped.kind()).isEqualTo(PushMessage.Kind.STOPPED);
        assertThat(dispatcher.control().cluster("shop").nodes().stream()
                        .filter(node -> node.name().equals("vcn2"))
                        .map(NodeView::state))
                .as("drains, or has left already")
                .allMatch(state -> state == NodeState.DRAIN);
    }

    @Test
    void whatWasHeardOnTheWayIsOfNoUse() throws Exception {
        HttpRequest request = sealed(PushMessage.register(new Registration("vcn2", "shop", ":28080")), seal);
        assertThat(send(request).statusCode()).isEqualTo(200);
        HttpResponse<byte[]> replayed = send(request);
        assertThat(replayed.statusCode()).isEqualTo(401);
        assertThat(read(replayed).kind()).isEqualTo(PushMessage.Kind.REFUSED);
    }

    @Test
    void aStrangerIsRefusedWithTheReason() throws Exception {
        Seal other = new Seal("another secret than the dispatcher's".getBytes(StandardCharsets.UTF_8));
        HttpResponse<byte[]> refused =
                send(sealed(PushMessage.register(new Registration("evil", "shop", ":28080")), other));
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(read(refused).reason()).contains("seal");
        assertThat(dispatcher.control().cluster("shop").nodes()).hasSize(1);
    }
}
