// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.dispatcher.backend.NodeDial;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.listener.NegotiationStep;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.dispatcher.task.TaskOwner;
import io.evenkeel.dispatcher.task.Tries;
import io.evenkeel.policy.Outcome;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One client connection of a TCP listener, from the end of its negotiation to its own: a node, a connection to it, a
 * tunnel.
 *
 * <p>Nothing is read from the client before the node is there. A node that cannot be reached is left
 * for another, as far as the cluster's retry settings allow; nothing has been sent by then, so that is always safe. A
 * client that gets no node is reset.
 *
 * <p>Threads: the client's loop, except for {@link #abort}.
 */
final class TcpTask implements ConnectionHandler, TunnelOwner, TaskOwner {

    private final TcpFrontend frontend;
    private final TcpRules rules;
    private final Cluster cluster;
    private final Connection client;
    private final Loop loop;
    private final Timeout patience;
    private TcpStage stage = TcpStage.NEW;
    private final Tries tries;
    private final TcpHome home;
    private final OpenTcp open;
    private final EarlyOctets early = new EarlyOctets();

    private final @Nullable InetSocketAddress source;
    private final @Nullable InetSocketAddress destination;
    private @Nullable Connection nodeConnection;
    private @Nullable Tunnel tunnel;
    private boolean clientGone;
    private boolean socketless;
    private @Nullable Refusal refusal;
    private final TcpTimes times;

    /**
     * A task for a connection that {@link #opened} or {@link #begin} will start.
     *
     * @param source the client's address as it is believed; null when it is not known
     * @param destination the address the client connected to, as it is believed; null when it is not known
     * @param openedNs the time when the client's connection was opened
     */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // the tries and the listener's view only keep the reference
    TcpTask(
            TcpFrontend frontend,
            TcpRules rules,
            Connection client,
            @Nullable InetSocketAddress source,
            @Nullable InetSocketAddress destination,
            long openedNs) {
        this.source = source;
        this.destination = destination;
        this.times = new TcpTimes(openedNs);
        this.frontend = frontend;
        this.rules = rules;
        this.cluster = rules.cluster();
        this.client = client;
        this.open = new OpenTcp(client, this);
        this.loop = client.loop();
        this.tries = Tries.ofConnection(loop, this);
        this.home = new TcpHome(frontend.affinities);
        this.patience = loop.timers().timeout(this::outOfPatience);
        client.pause();
    }

    @Override
    public void opened(Connection connection) {
        if (source == null) {
            client.reset();
        } else {
            ask();
        }
    }

    /**
     * Begins with a connection that is open already.
     *
     * @param leftover octets for the node that came with what was negotiated; lent
     */
    void begin(ByteBuf leftover) {
        early.keep(leftover);
        ask();
    }

    /** The connection as its listener sees it. */
    OpenTcp client() {
        return open;
    }

    /** Does nothing and is not called, because the client is not read before the tunnel. */
    @Override
    public void received(ByteBuf bytes) {}

    /** Asks the cluster for a node, for the first time. */
    private void ask() {
        patience.disarm();
        long nowNs = loop.nowNs();
        times.asked(nowNs);
        stage = TcpStage.QUEUED;
        if (source != null && rules.denies(source.getAddress())) {
            refuse(Refusal.DENIED);
            return;
        }
        tries.facts().clientKey(source == null ? 0 : frontend.clientKey(source.getAddress()));
        tries.clear(nowNs);
        home.tell(tries, cluster, nowNs);
        go(tries.assign(cluster, 0));
        if (tries.waits()) {
            patience.arm(nowNs + cluster.queueTimeoutNs());
        }
    }

    /** Connects to the node that was found, if there is one. */
    private void go(@Nullable Refusal why) {
        if (why != null) {
            refuse(why);
        } else if (!tries.waits()) {
            connect();
        }
    }

    @Override
    public void granted(long nowNs) {
        patience.disarm();
        if (clientGone) {
            tries.finish(Outcome.ABANDONED, false, nowNs);
            over();
        } else {
            connect();
        }
    }

    @Override
    public void dropped() {
        patience.disarm();
        if (clientGone) {
            over();
        } else {
            refuse(Refusal.QUEUE_TIMEOUT);
        }
    }

    private void connect() {
        Node to = tries.assigned();
        stage = TcpStage.CONNECTING;
        long nowNs = loop.nowNs();
        times.assigned(nowNs);
        if (cluster.table().openConnection(to)) {
            nodeConnection = NodeDial.of(frontend.connector, cluster, to, null)
                    .connect(loop, to.address(), cluster.settings().timeouts().connect(), new NodeAttempt(this));
        } else {
            leave(Outcome.ABANDONED, nowNs);
        }
    }

    /** The attempt to reach a node has a connection. */
    void nodeOpened(Connection made) {
        if (clientGone) {
            return;
        }
        long nowNs = loop.nowNs();
        times.connected(nowNs);
        stage = TcpStage.TUNNEL;
        cluster.proved(tries.assigned(), nowNs);
        home.reached(tries, cluster, nowNs);
        Tunnel relay =
                new Tunnel(client, made, cluster.settings().timeouts().tunnel().toNanos(), this);
        tunnel = relay;
        Announcement.send(cluster.settings().proxyProtocol(), source, destination, made);
        relay.begin(early.octets(), null);
        early.release();
    }

    /** The attempt to reach a node is over without a tunnel. */
    void nodeFailed() {
        cluster.table().closeConnection(tries.assigned());
        if (socketless && !clientGone) {
            nodeConnection = null;
            tries.finish(Outcome.ABANDONED, false, loop.nowNs());
            refuse(Refusal.DESCRIPTORS_FULL);
        } else {
            leave(clientGone ? Outcome.ABANDONED : Outcome.FAILED, loop.nowNs());
        }
    }

    /** Notes that this process has no socket for the attempt, which is no failure of the node. */
    void lacksSocket() {
        socketless = true;
    }

    /** Gives up a node that never got a byte, and tries another one if there is one. */
    private void leave(Outcome outcome, long nowNs) {
        nodeConnection = null;
        tries.finish(outcome, false, nowNs);
        if (clientGone) {
            over();
        } else {
            go(tries.retries().assignAgain(nowNs, false, Refusal.CONNECT_FAILED));
        }
    }

    /** The client gets a reset, because no other answer means "no server" in every protocol. */
    void refuse(Refusal why) {
        note(why);
        client.reset();
    }

    /** A step before the protocol has failed; it says itself what the client gets. */
    void refuse(NegotiationStep step, NegotiationStep.StepFailure how) {
        refusal = step.refusal(how);
        frontend.clients().failed(loop, step, how);
        if (!step.end(client, this, how)) {
            client.reset();
        }
    }

    private void note(Refusal why) {
        refusal = why;
        frontend.clients().meter(loop).refused(why.reason());
    }

    private void outOfPatience() {
        if (stage == TcpStage.QUEUED && tries.leaveQueue(WithoutNode.QUEUE_TIMEOUT)) {
            refuse(Refusal.QUEUE_TIMEOUT);
        }
    }

    @Override
    public void inputEnded() {}

    @Override
    public void resetWhilePaused() {
        client.close();
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
        } else if (refusal != null
                || stage == TcpStage.NEW
                || (stage == TcpStage.QUEUED && tries.leaveQueue(WithoutNode.CLIENT_GONE))) {
            over();
        }
    }

    @Override
    public void tunnelEnded(TunnelEnd end, long fromClient, long fromNode) {
        Node served = tries.assigned();
        cluster.table().closeConnection(served);
        Outcome outcome = switch (end) {
            case FINISHED, IDLE -> Outcome.SUCCEEDED;
            case NODE_BROKE -> Outcome.FAILED;
            case CLIENT_BROKE, ABORTED -> Outcome.ABANDONED;
        };
        long nowNs = loop.nowNs();
        tries.finish(outcome, false, nowNs);
        home.left(tries, cluster, served, nowNs);
        end(outcome == Outcome.FAILED, served, end, fromClient, fromNode);
    }

    /** The end of a task that never had a tunnel. */
    private void over() {
        if (stage != TcpStage.OVER) {
            early.release();
            end(refusal != null, null, null, 0, 0);
        }
    }

    private void end(boolean failed, @Nullable Node served, @Nullable TunnelEnd how, long fromClient, long fromNode) {
        stage = TcpStage.OVER;
        patience.remove();
        new TcpReport(frontend, rules, source, client.tls())
                .write(times, served, failed, tries.retries().attempt(), refusal, how, fromClient, fromNode, loop);
        frontend.clients().remove(open);
    }

    /** Resets the connection if it has this node; null resets it in any case. Any thread. */
    void abort(@Nullable Node only) {
        loop.execute(() -> {
            if (only != null && !tries.on(only)) {
                return;
            }
            if (tunnel != null) {
                tunnel.abort();
            } else {
                client.reset();
            }
        });
    }
}
