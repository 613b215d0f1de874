// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.node.Assignment;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NotedTask;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * One client connection of a TCP listener, from its acceptance to its end: a header perhaps, a node, a connection to
 * it, a tunnel.
 *
 * <p>Nothing is read from the client before the node is there, except the header. A node that cannot be reached is left
 * for another, as far as the cluster's retry settings allow; nothing has been sent by then, so that is always safe. A
 * client that gets no node is reset.
 *
 * <p>Threads: the client's loop, except for {@link #granted}, {@link #dropped} and {@link #abort}.
 */
final class TcpTask extends NotedTask implements ConnectionHandler, TunnelOwner {

    private enum Stage {
        HEADER,
        QUEUED,
        CONNECTING,
        TUNNEL,
        OVER
    }

    private final TcpFrontend frontend;
    private final TcpRules rules;
    private final Cluster cluster;
    private final Connection client;
    private final Loop loop;
    private final Timeout patience;
    private Stage stage = Stage.HEADER;
    private @Nullable HeaderWait header;
    private @Nullable InetSocketAddress source;
    private @Nullable InetSocketAddress destination;
    private @Nullable Node node;
    private @Nullable Connection nodeConnection;
    private @Nullable Tunnel tunnel;
    private @Nullable BitSet tried;
    private boolean clientGone;
    private boolean failed;
    private @Nullable String refusal;
    private long clientKey;
    private long nowNs;
    private int attempt;
    private long openedNs;
    private long askedNs;
    private long assignedNs;
    private long wt1Ns;
    private long wt2Ns;

    TcpTask(TcpFrontend frontend, TcpRules rules, Connection client) {
        this.frontend = frontend;
        this.rules = rules;
        this.cluster = rules.cluster();
        this.client = client;
        this.loop = client.loop();
        this.patience = loop.timers().timeout(this::outOfPatience);
        client.pause();
    }

    @Override
    public void opened(Connection connection) {
        openedNs = loop.nowNs();
        source = client.remoteAddress();
        destination = client.localAddress();
        InetSocketAddress peer = source;
        if (peer == null) {
            refuse("gone");
        } else if (rules.expectsHeader(peer.getAddress())) {
            header = new HeaderWait();
            patience.arm(openedNs + rules.listener().timeouts().head().toNanos());
            client.resume();
        } else {
            ask();
        }
    }

    @Override
    public void received(ByteBuf bytes) {
        HeaderWait wait = header;
        if (wait == null || stage != Stage.HEADER) {
            return;
        }
        switch (wait.add(bytes)) {
            case NEED_MORE -> {}
            case ABSENT, MALFORMED -> refuse("bad-proxy-header");
            case HEADER -> {
                client.pause();
                if (wait.source() != null) {
                    source = wait.source();
                    destination = wait.destination();
                }
                ask();
            }
        }
    }

    /** Asks the cluster for a node, for the first time. */
    private void ask() {
        patience.disarm();
        InetSocketAddress from = source;
        clientKey = from == null ? 0 : frontend.clientKey(from.getAddress());
        nowNs = loop.nowNs();
        askedNs = nowNs;
        stage = Stage.QUEUED;
        int slot = cluster.assign(this);
        if (slot >= 0) {
            connect(cluster.node(slot));
        } else if (slot == Assignment.QUEUED) {
            patience.arm(nowNs + cluster.settings().queue().timeout().toNanos());
        } else {
            refuse(slot == Assignment.QUEUE_FULL ? "queue-full" : "no-node");
        }
    }

    @Override
    public void granted(Node granted) {
        loop.execute(() -> {
            patience.disarm();
            if (clientGone) {
                cluster.finish(this, granted, Outcome.ABANDONED, 0);
                over();
            } else {
                connect(granted);
            }
        });
    }

    @Override
    public void dropped() {
        loop.execute(() -> {
            patience.disarm();
            if (clientGone) {
                over();
            } else {
                refuse("queue-timeout");
            }
        });
    }

    private void connect(Node to) {
        stage = Stage.CONNECTING;
        node = to;
        assignedNs = loop.nowNs();
        wt1Ns = assignedNs - askedNs;
        if (!cluster.openConnection(to)) {
            nowNs = assignedNs;
            leave(to, Outcome.ABANDONED);
            return;
        }
        nodeConnection = frontend.engine.connect(
                loop, to.address(), cluster.settings().timeouts().connect(), new NodeAttempt(this));
    }

    /** The attempt to reach a node has a connection. */
    void nodeOpened(Connection made) {
        Node to = node;
        if (to == null || clientGone) {
            return;
        }
        nowNs = loop.nowNs();
        wt2Ns = nowNs - assignedNs;
        stage = Stage.TUNNEL;
        cluster.proved(to, nowNs);
        Tunnel relay =
                new Tunnel(client, made, cluster.settings().timeouts().tunnel().toNanos(), this);
        tunnel = relay;
        HeaderWait.announce(cluster.settings().proxyProtocol(), source, destination, made);
        HeaderWait wait = header;
        relay.begin(wait == null ? null : wait.rest(), null);
        releaseHeader();
    }

    /** The attempt to reach a node is over without a tunnel. */
    void nodeFailed() {
        Node to = node;
        if (to == null) {
            return;
        }
        nowNs = loop.nowNs();
        cluster.closeConnection(to);
        leave(to, clientGone ? Outcome.ABANDONED : Outcome.FAILED);
    }

    /** Gives up a node that never got a byte, and tries another one if there is one. */
    private void leave(Node to, Outcome outcome) {
        node = null;
        nodeConnection = null;
        cluster.finish(this, to, outcome, nowNs - assignedNs);
        if (clientGone) {
            over();
            return;
        }
        if (tried == null) {
            tried = new BitSet();
        }
        tried.set(to.slot());
        if (attempt < cluster.settings().retry().attempts()) {
            attempt++;
            memo(0);
            int slot = cluster.assign(this);
            if (slot >= 0) {
                connect(cluster.node(slot));
                return;
            }
        }
        refuse("connect-failed");
    }

    /** The client gets a reset, because no other answer means "no server" in every protocol. */
    private void refuse(String reason) {
        failed = true;
        refusal = reason;
        frontend.meters.listenerMeter(rules.listener().name(), loop.index()).refused(reason);
        client.reset();
    }

    private void outOfPatience() {
        if (stage == Stage.HEADER) {
            refuse("proxy-header-timeout");
        } else if (stage == Stage.QUEUED && cluster.cancel(this)) {
            refuse("queue-timeout");
        }
    }

    @Override
    public void inputEnded() {
        if (stage == Stage.HEADER) {
            refuse("bad-proxy-header");
        }
    }

    @Override
    public void failed(Throwable cause) {}

    /** The client went away, or was sent away, before there was a tunnel. */
    @Override
    public void closed() {
        clientGone = true;
        Connection connecting = nodeConnection;
        if (connecting != null) {
            connecting.close();
        } else if (stage != Stage.QUEUED || failed || cluster.cancel(this)) {
            over();
        }
    }

    @Override
    public void tunnelEnded(TunnelEnd end, long fromClient, long fromNode) {
        Node served = node;
        if (served == null) {
            return;
        }
        nowNs = loop.nowNs();
        cluster.closeConnection(served);
        Outcome outcome = switch (end) {
            case FINISHED, IDLE -> Outcome.SUCCEEDED;
            case NODE_BROKE -> Outcome.FAILED;
            case CLIENT_BROKE, ABORTED -> Outcome.ABANDONED;
        };
        cluster.finish(this, served, outcome, nowNs - assignedNs);
        report(served, outcome == Outcome.FAILED, end, nowNs - assignedNs - wt2Ns, fromClient, fromNode);
        stage = Stage.OVER;
        patience.remove();
        frontend.gone(this, rules, loop.index());
    }

    /** The end of a task that never had a tunnel. */
    private void over() {
        if (stage != Stage.OVER) {
            stage = Stage.OVER;
            patience.remove();
            releaseHeader();
            nowNs = loop.nowNs();
            report(null, failed, null, 0, 0, 0);
            frontend.gone(this, rules, loop.index());
        }
    }

    private void report(
            @Nullable Node served,
            boolean failure,
            @Nullable TunnelEnd end,
            long ptNs,
            long fromClient,
            long fromNode) {
        long totalNs = nowNs - openedNs;
        frontend.meters
                .meter(cluster.name(), loop.index())
                .finished(
                        served == null ? -1 : served.slot(),
                        0,
                        failure,
                        wt1Ns,
                        wt2Ns,
                        ptNs,
                        totalNs,
                        fromClient,
                        fromNode);
        AccessLog log = frontend.accessLog();
        if (log != null) {
            new TcpLine(rules.listener().name(), cluster.name(), source, served, attempt, refusal, end)
                    .write(log, wt1Ns, wt2Ns, totalNs, fromClient, fromNode);
        }
    }

    private void releaseHeader() {
        if (header != null) {
            header.release();
            header = null;
        }
    }

    /** Resets the connection if it has this node; null resets it in any case. Any thread. */
    @SuppressWarnings("ReferenceEquality") // nodes are compared by identity
    void abort(@Nullable Node only) {
        loop.execute(() -> {
            if (only != null && only != node) {
                return;
            }
            if (tunnel != null) {
                tunnel.abort();
            } else {
                client.reset();
            }
        });
    }

    @Override
    public long nowNs() {
        return stage == Stage.QUEUED ? loop.nowNs() : nowNs;
    }

    @Override
    public long clientKey() {
        return clientKey;
    }

    @Override
    public long contentKey() {
        return 0;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public boolean placesSession() {
        return false;
    }

    @Override
    public boolean connection() {
        return true;
    }

    @Override
    public boolean tried(int slot) {
        return tried != null && tried.get(slot);
    }
}
