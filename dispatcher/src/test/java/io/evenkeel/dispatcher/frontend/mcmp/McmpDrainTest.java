// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.mcmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.mcmp.McmpService;
import io.evenkeel.dispatcher.mcmp.ServerRegistry;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.push.RegisteredNodes;
import io.evenkeel.dispatcher.node.Cluster;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Connections of servers that register, while the dispatcher drains: an answer that was begun is not cut. */
final class McmpDrainTest {

    private static final String INFO = "INFO / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n";

    private final ManualLoop clock = new ManualLoop();
    private final McmpListener listener = listener();
    private final Peer peer = new MemoryNetwork(clock).client(listener);

    /** A listener whose service is about to end, and therefore answers each message at once. */
    private McmpListener listener() {
        EventLog events = new EventLog();
        McmpService service = new McmpService(new Nothing(), new RegisteredNodes(), events, clock.loop()::nowNs);
        service.close();
        return new McmpListener(
                new TestSettings()
                        .registering("apps", McmpSettings.DEFAULTS)
                        .build()
                        .listeners()
                        .get(1),
                List.of(clock.loop()),
                new Meters(1),
                service);
    }

    private static final class Nothing implements ServerRegistry {

        @Override
        public Map<String, Cluster> clusters() {
            return Map.of();
        }

        @Override
        public void refit(String cluster) {}

        @Override
        public NodeTraffic traffic(String cluster, int slot) {
            return new NodeTraffic(0, 0);
        }

        @Override
        public @Nullable InetAddress lookUp(String host) {
            return null;
        }

        @Override
        public boolean reaches(InetSocketAddress address) {
            return false;
        }
    }

    private void drains() {
        listener.clients().drain();
        clock.settle();
    }

    @Test
    void aPeerThatReadsSlowlyGetsItsAnswerWhole() {
        peer.takes(0);
        peer.sends(INFO);
        drains();
        assertThat(peer.isOpen()).isTrue();

        peer.takesAll();
        assertThat(peer.got()).startsWith("HTTP/1.1 ").contains("about to end");
        assertThat(peer.sawEnd()).isTrue();
        assertThat(listener.clients().count()).isZero();
    }

    @Test
    void aPeerThatReadsNothingIsClosedSoon() {
        peer.takes(0);
        peer.sends(INFO);
        drains();
        clock.pass(Duration.ofNanos(2 * AnswerOutput.PATIENCE_NS).plusMillis(200));

        assertThat(peer.isOpen()).isFalse();
        assertThat(listener.clients().count()).isZero();
    }

    @Test
    void aPeerWithoutAMessageIsClosedAtOnce() {
        drains();

        assertThat(peer.sawEnd()).isTrue();
    }
}
