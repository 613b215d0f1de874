// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.discovery.NameLookup;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Addresses for nodes that a source knows by name. */
final class PlacedSourceTest implements NodeSource, NameLookup {

    private final Map<String, List<InetAddress>> book = new HashMap<>();
    private final List<NodeSettings> nodes = new ArrayList<>();
    private int opened;
    private PlacedSource source;

    @BeforeEach
    void open() {
        source = new PlacedSource(this, () -> {
            opened++;
            return this;
        });
    }

    @Override
    public CompletableFuture<SourceAnswer> ask() {
        return CompletableFuture.completedFuture(new SourceAnswer(nodes, Duration.ofSeconds(1), ""));
    }

    @Override
    public CompletableFuture<Found> ask(String host) {
        List<InetAddress> found = book.get(host);
        return found == null
                ? CompletableFuture.failedFuture(new UnknownHostException(host))
                : CompletableFuture.completedFuture(new Found(found, Duration.ofSeconds(1)));
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(1);
    }

    @Override
    public void close() {}

    private static NodeSettings node(String host) {
        return new NodeSettings(host, new HostPort(host, 80), 1, 9, 9);
    }

    private static InetAddress at(String address) throws UnknownHostException {
        return InetAddress.getByName(address);
    }

    @Test
    void namesGetAddressesAndKeepThemWhileTheyAreAmongTheAnswers() throws Exception {
        nodes.add(node("a.test"));
        nodes.add(node("lost.test"));
        nodes.add(node("10.0.0.9"));
        book.put("a.test", List.of(at("10.0.0.1"), at("10.0.0.2")));

        SourceAnswer first = source.ask().get();
        assertThat(first.nodes()).containsExactly(node("a.test").withAt(at("10.0.0.1")), node("10.0.0.9"));
        assertThat(first.remark()).isEqualTo("1 nodes left out, their names have no address");

        book.put("a.test", List.of(at("10.0.0.2"), at("10.0.0.1")));
        assertThat(source.ask().get().nodes()).contains(node("a.test").withAt(at("10.0.0.1")));
        book.remove("a.test");
        assertThat(source.ask().get().nodes()).contains(node("a.test").withAt(at("10.0.0.1")));
        book.put("a.test", List.of(at("10.0.0.3")));
        assertThat(source.ask().get().nodes()).contains(node("a.test").withAt(at("10.0.0.3")));
    }

    @Test
    void addressesAskNobody() throws Exception {
        nodes.add(node("10.0.0.9"));
        nodes.add(node("::1"));

        assertThat(source.ask().get().nodes()).isEqualTo(nodes);
        assertThat(opened).isZero();
    }
}
