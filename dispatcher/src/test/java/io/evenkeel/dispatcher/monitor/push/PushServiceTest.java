// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.monitor.Monitor;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.FakeTask;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.policy.Outcome;
import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.Registration;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes that joined by registration and leave, in virtual time. */
class PushServiceTest {

    private static final long S = 1_000_000_000;

    private final Engine engine =
            Engine.open(new EngineSettings(EngineSettings.Transport.NIO, 1, Duration.ofSeconds(1)));
    private final Monitor monitor = Monitor.start(engine, new SplittableRandom(1));
    private final RegisteredNodes registeredNodes = new RegisteredNodes();
    private final ClusterFixture fixture = new ClusterFixture(1);
    private final Cluster cluster;
    private final PushService service;

    PushServiceTest() {
        AgentSettings usual = AgentSettings.DEFAULTS;
        fixture.agent = new AgentSettings(
                usual.path(), 0, usual.interval(), usual.timeout(), usual.retry(), "t0ken", null, true);
        cluster = fixture.create(0);
        service = new PushService(
                new ClusterRegistry() {
                    @Override
                    public Map<String, Cluster> clusters() {
                        return Map.of("shop", cluster);
                    }

                    @Override
                    public void refit(String name) {
                        ClusterFixture.update(cluster, registeredNodes.extend(fixture.settings()), 0);
                    }
                },
                monitor,
                registeredNodes,
                new EventLog());
        PushMessages.Answer answer = register("joined", ":7");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    private PushMessages.Answer register(String node, String address) {
        return service.answer(
                "POST",
                "/",
                new PushMessages.Credentials("Bearer t0ken", null, null, null),
                "127.0.0.1",
                PushMessage.register(new Registration(node, "shop", address))
                        .toString()
                        .getBytes(StandardCharsets.UTF_8),
                0);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private Node joined() {
        return ClusterFixture.named(cluster, "joined");
    }

    @Test
    void aNodeNobodyHearsOfLeavesAfterFiveMinutes() {
        long nowNs = System.nanoTime();
        service.sweep(nowNs + 290 * S);
        assertThat(joined().state()).isEqualTo(NodeState.UP);
        service.sweep(nowNs + 310 * S);
        assertThat(cluster.nodes()).extracting(Node::name).containsExactly("a");
    }

    @Test
    void aNodeThatStillRunsSomethingDrainsFirst() {
        FakeTask task = new FakeTask(0);
        FakeTask other = new FakeTask(0);
        Node first = cluster.node(cluster.assign(task));
        Node second = cluster.node(cluster.assign(other));
        Node joined = joined();
        assertThat(second).isNotSameAs(first);

        service.sweep(System.nanoTime() + 310 * S);
        assertThat(joined.state()).isEqualTo(NodeState.DRAIN);
        assertThat(joined.member()).isTrue();

        cluster.finish(first == joined ? task : other, joined, Outcome.SUCCEEDED, 1);
        service.sweep(System.nanoTime() + 311 * S);
        assertThat(joined.member()).isFalse();
    }

    @Test
    void aSecondServerUnderANameInUseIsRefused() {
        PushMessages.Answer answer = register("joined", ":8");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body()).contains("evenkeel.agent.name");
        assertThat(joined().settings().address().port()).isEqualTo(7);
        assertThat(register("joined", "localhost:7").status())
                .as("the same place, named otherwise")
                .isEqualTo(200);
    }

    @Test
    void aNodeThatFellSilentMayComeBackElsewhere() {
        Node before = joined();
        Membership.agentSilent(cluster, before, "its agent does not answer", 0);
        assertThat(register("joined", ":8").status()).isEqualTo(200);
        assertThat(joined().settings().address().port()).isEqualTo(8);
        assertThat(before.member()).isFalse();
    }

    @Test
    void addressesWhereNoNodeCanBeAreRefused() {
        for (String address : new String[] {"0.0.0.0:80", "169.254.169.254:80", "224.0.0.1:80", "no.such.invalid:80"}) {
            assertThat(register("x", address).status()).as(address).isEqualTo(400);
        }
        assertThat(cluster.nodes()).extracting(Node::name).containsExactly("a", "joined");
    }

    @Test
    void nodesOfTheFileAreNeverSwept() {
        service.sweep(System.nanoTime() + 3_000 * S);
        assertThat(cluster.nodes()).extracting(Node::name).containsExactly("a");
        assertThat(cluster.nodes().get(0).state()).isEqualTo(NodeState.UP);
    }

    @Test
    void aNameThatCannotBeToldFromThatOfAnotherNodeIsRefused() {
        assertThat(register("8yn0iYCKYHlIj4-BwPqk", ":8").status()).isEqualTo(200);

        PushMessages.Answer answer = register("GReLUrM4wMqfg9yzV3KQ", ":9");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body()).contains("evenkeel.agent.name");
        assertThat(cluster.nodes()).noneMatch(node -> node.name().equals("GReLUrM4wMqfg9yzV3KQ"));
    }
}
