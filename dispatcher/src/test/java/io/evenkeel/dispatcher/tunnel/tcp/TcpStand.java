// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.address.Network;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.config.cluster.PolicyChoice;
import io.evenkeel.config.cluster.PoolSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.config.listener.ClientTimeouts;
import io.evenkeel.config.listener.ConnectionLimits;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Listener;
import io.evenkeel.dispatcher.kit.Cover;
import io.evenkeel.dispatcher.kit.Door;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.policy.PolicyCatalog;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A TCP listener in front of nodes, started on a free port, with settings for each test. */
final class TcpStand implements AutoCloseable {

    record Variant(EngineSettings.Transport transport, boolean direct) {
        @Override
        public String toString() {
            return transport + (direct ? "" : " plain");
        }
    }

    static Stream<Variant> variants() {
        Stream.Builder<Variant> variants = Stream.builder();
        variants.add(new Variant(EngineSettings.Transport.NIO, true));
        if (Epoll.isAvailable()) {
            variants.add(new Variant(EngineSettings.Transport.EPOLL, true))
                    .add(new Variant(EngineSettings.Transport.EPOLL, false));
        }
        if (Runtime.version().feature() >= 24) {
            System.err.println("io_uring is not tested on Java "
                    + Runtime.version().feature() + ": half-closed tunnels have been seen to hang there");
        } else if (IoUring.isAvailable()) {
            variants.add(new Variant(EngineSettings.Transport.IO_URING, true));
        } else {
            System.err.println("io_uring is not available here and not tested: " + IoUring.unavailabilityCause());
        }
        return variants.build();
    }

    private final List<NodeSettings> nodes = new ArrayList<>();
    private Duration idle = Duration.ofMinutes(1);
    private Duration head = Duration.ofSeconds(10);
    private QueueSettings queue = QueueSettings.DEFAULTS;
    private RetrySettings retry = RetrySettings.DEFAULTS;
    private ClusterSettings.ProxyProtocol toNodes = ClusterSettings.ProxyProtocol.NONE;
    private List<Network> trusted = List.of();
    private final Engine engine;
    final Meters meters;
    private TcpFrontend frontend;
    private Listener listener;
    private Cluster cluster;

    @SuppressWarnings("NullAway.Init") // start
    TcpStand(Variant variant) {
        EngineSettings settings = new EngineSettings(variant.transport(), 2, Duration.ofSeconds(1));
        engine = variant.direct() ? Engine.open(settings) : Engine.openPlain(settings);
        meters = new Meters(engine.loops().size());
    }

    TcpStand node(int port) {
        return node(port, Integer.MAX_VALUE);
    }

    TcpStand node(int port, int maxConnections) {
        nodes.add(new NodeSettings(
                "n" + nodes.size(), new HostPort("127.0.0.1", port), 1, Integer.MAX_VALUE, maxConnections));
        return this;
    }

    TcpStand idle(Duration timeout) {
        idle = timeout;
        return this;
    }

    TcpStand head(Duration timeout) {
        head = timeout;
        return this;
    }

    TcpStand queue(int size, Duration timeout) {
        queue = new QueueSettings(size, timeout);
        return this;
    }

    TcpStand retries(int attempts) {
        retry = new RetrySettings(attempts, 1);
        return this;
    }

    TcpStand toNodes(ClusterSettings.ProxyProtocol version) {
        toNodes = version;
        return this;
    }

    TcpStand trusted(String network) {
        trusted = List.of(Network.parse(network));
        return this;
    }

    TcpStand start() throws IOException {
        EjectionSettings never = EjectionSettings.DEFAULTS;
        ClusterSettings settings = new ClusterSettings(
                "db",
                new PolicyChoice("round-robin", Map.of()),
                ClusterSettings.Assign.CONNECTION,
                nodes,
                null,
                null,
                never,
                new NodeTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(30), idle),
                retry,
                queue,
                PoolSettings.DEFAULTS,
                Duration.ZERO,
                ClusterSettings.Panic.REFUSE,
                0,
                toNodes,
                AffinitySettings.NONE);
        cluster = ClusterFixture.create(settings, PolicyCatalog.load(), new SplittableRandom(1), System.nanoTime());
        ListenerSettings listen = new ListenerSettings(
                "tcp",
                new HostPort("127.0.0.1", 0),
                ListenerSettings.Protocol.TCP,
                List.of(new RouteSettings(null, null, "db")),
                new ClientTimeouts(head, Duration.ofSeconds(30), Duration.ofSeconds(30)),
                RequestLimits.DEFAULTS,
                ConnectionLimits.DEFAULTS,
                trusted,
                !trusted.isEmpty(),
                ForwardSettings.DEFAULTS,
                HeaderSettings.NONE,
                null);
        frontend = new TcpFrontend(
                engine,
                engine.loops(),
                new TcpRules(listen, cluster),
                meters,
                new Affinities("a key of the test"),
                () -> null);
        frontend.certificates(Cover.OF_THIS_RUN.certificates());
        listener = engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), frontend);
        return this;
    }

    Cluster cluster() {
        return cluster;
    }

    TcpFrontend frontend() {
        return frontend;
    }

    InetSocketAddress address() {
        return listener.address();
    }

    Socket connect() throws IOException {
        Socket socket = new Door(listener.address().getPort(), Cover.OF_THIS_RUN).socket();
        socket.setSoTimeout(20_000);
        return socket;
    }

    @Override
    public void close() {
        engine.close();
    }
}
