// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.cluster.ClusterSettings.Assign;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.affinity.LoopAffinities;
import io.evenkeel.dispatcher.backend.NodePools;
import io.evenkeel.dispatcher.certificate.Challenges;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.Monitor;
import io.evenkeel.dispatcher.monitor.Piggyback;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.protection.LoopProtection;
import io.evenkeel.dispatcher.task.Home;
import io.evenkeel.policy.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopContextTest {

    private final Engine engine =
            Engine.open(new EngineSettings(EngineSettings.Transport.NIO, 1, Duration.ofSeconds(1)));
    private final Loop loop = engine.loops().get(0);
    private final LoopContext context = new LoopContext(
            loop,
            new NodePools(engine, loop, List.of()),
            new Piggyback(Monitor.start(engine, new SplittableRandom(1))),
            new Meters(1),
            InstantSource.system(),
            new LoopAffinities(new Affinities("a key of the test"), loop, InstantSource.system()),
            new Challenges(),
            new LoopProtection(),
            () -> null,
            () -> null);
    private final ClusterFixture fixture = new ClusterFixture(2);

    @AfterEach
    void stop() {
        engine.close();
    }

    /** Asks for a node; null when there is one. */
    private @Nullable Refusal assign(Exchange exchange, Cluster cluster) {
        byte[] octets = "GET /cart HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(octets.length);
        exchange.task.clear(1);
        return exchange.search.begin(head, cluster, context.routePath);
    }

    private Home home() {
        return new Home(loop, 1);
    }

    @Test
    void anExchangeServesOneClientAfterAnother() {
        Exchange exchange = context.takeExchange(new PayloadStream(context), home());
        assertThat(context.takeExchange(new PayloadStream(context), home())).isNotSameAs(exchange);
        PayloadStream next = new PayloadStream(context);

        assertThat(context.giveExchange(exchange)).isTrue();

        assertThat(context.takeExchange(next, home())).isSameAs(exchange);
        assertThat(exchange.client()).isSameAs(next);
    }

    @Test
    void anExchangeThatNobodyUsesKeepsNoClusterAlive() {
        Cluster cluster = fixture.create(0);
        Exchange exchange = context.takeExchange(new PayloadStream(context), home());
        assertThat(assign(exchange, cluster)).isNull();
        exchange.task.finish(Outcome.SUCCEEDED, false, 2);

        context.giveExchange(exchange);

        assertThat(exchange.task.clusterOrNull()).isNull();
        assertThat(exchange.task.node()).isNull();
    }

    @Test
    void exchangesOfOneConnectionGoToItsHomeOneAfterAnother() {
        fixture.assign = Assign.CONNECTION;
        Cluster cluster = fixture.create(0);
        Home home = home();
        Exchange first = context.takeExchange(new PayloadStream(context), home);
        assertThat(assign(first, cluster)).isNull();
        Node node = first.task.assigned();
        first.task.finish(Outcome.SUCCEEDED, false, 2);
        context.giveExchange(first);
        Exchange other = context.takeExchange(new PayloadStream(context), home());
        assertThat(other).isSameAs(first);
        assertThat(assign(other, cluster)).isNull();
        assertThat(other.task.assigned()).as("the exchange has another home").isNotSameAs(node);

        Exchange second = context.takeExchange(new PayloadStream(context), home);

        assertThat(assign(second, cluster)).isNull();
        assertThat(second.task.assigned()).isSameAs(node);
        assertThat(cluster.table().counts(node).inFlight()).isEqualTo(1);
    }
}
