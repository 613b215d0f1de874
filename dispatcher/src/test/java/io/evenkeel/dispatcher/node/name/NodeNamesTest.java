// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NodeNamesTest {

    private static final byte[] ADDRESS = {10, 0, 0, 1};

    private final EventLog events = new EventLog();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        events.close();
    }

    private static NodeSettings node(String host) {
        return new NodeSettings(host, new HostPort(host, 8080), 1, 1, 1);
    }

    private InetAddress answer(String host) throws UnknownHostException {
        if (host.startsWith("hangs")) {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (host.startsWith("unknown")) {
            throw new UnknownHostException(host);
        }
        return InetAddress.getByAddress(host, ADDRESS);
    }

    /** One after the other, the first one that hangs would keep all from their addresses. */
    @Test
    void namesThatHangKeepNoOthersFromTheirAddress() {
        List<NodeSettings> nodes = new ArrayList<>();
        IntStream.range(0, 12).forEach(i -> nodes.add(node("hangs" + i + ".example.org")));
        IntStream.range(0, 100).forEach(i -> nodes.add(node("good" + i + ".example.org")));
        nodes.add(node("unknown.example.org"));
        NodeNames names = new NodeNames(nodes, this::answer);
        names.start(Thread::new, events.cluster());
        Until.holds("all answers but those that hang", () -> names.open() == 12);

        names.await(Duration.ZERO, events.cluster());

        assertThat(nodes.subList(12, 112)).allMatch(node -> !names.at(node).isUnresolved());
        assertThat(names.at(nodes.get(12)).getAddress().getAddress()).isEqualTo(ADDRESS);
        assertThat(names.at(nodes.get(0))).isEqualTo(InetSocketAddress.createUnresolved("hangs0.example.org", 8080));
        assertThat(names.at(nodes.get(112)).isUnresolved()).isTrue();
        assertThat(events.recent(5))
                .extracting(Event::message)
                .singleElement()
                .asString()
                .contains("for hangs0.example.org, hangs1.example.org,", "and 2 others")
                .doesNotContain("good", "unknown");
    }

    @Test
    void asksNobodyForAddressesAndForKnownHosts() throws UnknownHostException {
        AtomicInteger asked = new AtomicInteger();
        InetAddress at = InetAddress.getByAddress("shop", ADDRESS);
        List<NodeSettings> nodes = List.of(
                node("10.0.0.7"),
                node("::1"),
                node("localhost"),
                node("shop.example.org").withAt(at));
        NodeNames names = new NodeNames(nodes, host -> {
            asked.incrementAndGet();
            return InetAddress.getLoopbackAddress();
        });
        names.start(
                work -> {
                    throw new AssertionError("no thread is needed");
                },
                events.cluster());
        names.await(NodeNames.PATIENCE, events.cluster());

        assertThat(asked.get()).isZero();
        assertThat(nodes).allMatch(node -> !names.at(node).isUnresolved());
        assertThat(names.at(nodes.get(3)).getAddress()).isEqualTo(at);
        assertThat(events.recent(5)).isEmpty();
    }

    /** A system that has no more threads must not end a start. */
    @Test
    void staysWithoutAddressesWhereThereIsNoThread() {
        NodeNames names = new NodeNames(List.of(node("good.example.org")), this::answer);
        names.start(
                work -> {
                    throw new OutOfMemoryError("unable to create native thread");
                },
                events.cluster());
        names.await(Duration.ZERO, events.cluster());

        assertThat(names.at(node("good.example.org")).isUnresolved()).isTrue();
        assertThat(events.recent(5)).extracting(Event::message).anyMatch(said -> said.contains("for good.example.org"));
    }
}
