// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.listener.NegotiationStep;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.dispatcher.task.Attempts;
import io.evenkeel.dispatcher.task.ClientKey;
import io.evenkeel.dispatcher.task.TaskOwner;
import io.evenkeel.dispatcher.tunnel.Tunnel;
import io.evenkeel.dispatcher.tunnel.TunnelEnd;
import io.evenkeel.dispatcher.tunnel.TunnelOwner;
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
    private final TcpClient arrival;
    private final Connection client;
    private final Loop loop;
    private final Timeout patience;
    private TcpStage stage = TcpStage.NEW;
    private final Attempts attempts;
    private final TcpHome home;
    private final OpenTcp open;
    private final EarlyOctets early = new EarlyOctets();

    private @Nullable NodeAttempt attempt;
    private @Nullable Tunnel tunnel;
    private boolean clientGone;
    private @Nullable Refusal refusal;
    private final TcpTimes times;

    /** A task for a connection that {@link #opened} or {@link #begin} will start. */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // the attempts and the listener's view only keep the reference
    TcpTask(TcpFrontend frontend, TcpRules rules, TcpClient arrival) {
        this.arrival = arrival;
        this.client = arrival.connection();
        this.times = new TcpTimes(arrival.openedNs());
        this.frontend = frontend;
        this.rules = rules;
        this.cluster = rules.cluster();
        this.open = new OpenTcp(client, this);
        this.loop = client.loop();
        this.attempts = Attempts.ofConnection(loop, this);
        this.home = new TcpHome(frontend.affinities);
        this.patience = loop.timers().timeout(this::outOfPatience);
        client.pause();
    }

    @Override
    public void opened(Connection connection) {
        if (arrival.source() == null) {
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
        InetSocketAddress source = arrival.source();
        if (source != null && rules.denies(source.getAddress())) {
            refuse(Refusal.DENIED);
            return;
        }
        attempts.facts().clientKey(source == null ? 0 : ClientKey.of(source.getAddress()));
        attempts.clear(nowNs);
        home.tell(attempts, cluster, nowNs);
        go(attempts.assign(cluster, 0));
        if (attempts.waits()) {
            patience.arm(nowNs + cluster.overload().queueTimeoutNs());
        }
    }

    /** Connects to the node that was found, if there is one. */
    private void go(@Nullable Refusal why) {
        if (why != null) {
            refuse(why);
        } else if (!attempts.waits()) {
            connect();
        }
    }

    @Override
    public void granted(long nowNs) {
        patience.disarm();
        if (clientGone) {
            attempts.finish(Outcome.ABANDONED, false, nowNs);
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
            refuse(Refusal.QUEUE_LATE);
        }
    }

    private void connect() {
        stage = TcpStage.CONNECTING;
        long nowNs = loop.nowNs();
        times.assigned(nowNs);
        NodeAttempt next = new NodeAttempt(this, cluster, attempts.assigned());
        attempt = next;
        if (!next.begin(frontend.connector, loop)) {
            leave(Outcome.ABANDONED, false, nowNs);
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
        cluster.proved(attempts.assigned(), nowNs);
        home.reached(attempts, cluster, nowNs);
        Tunnel relay =
                new Tunnel(client, made, cluster.settings().timeouts().tunnel().toNanos(), this);
        tunnel = relay;
        Announcement.send(cluster.settings().proxyProtocol(), arrival.source(), arrival.destination(), made);
        relay.begin(early.octets(), null);
        early.release();
    }

    /**
     * The attempt to reach a node is over without a tunnel.
     *
     * @param socketless this process has no socket for it, which is no failure of the node
     * @param blameless other settings came into force, or there was no memory, which is none either: the node itself
     *     may be asked again
     */
    void nodeFailed(boolean socketless, boolean blameless) {
        if (socketless && !clientGone) {
            attempt = null;
            attempts.finish(Outcome.ABANDONED, false, loop.nowNs());
            refuse(Refusal.DESCRIPTORS_FULL);
        } else {
            leave(clientGone || blameless ? Outcome.ABANDONED : Outcome.FAILED, blameless, loop.nowNs());
        }
    }

    /**
     * Gives up a node that never got a byte, and tries another one if there is one.
     *
     * @param hereToo true when the node itself is tried again if there is no other
     */
    private void leave(Outcome outcome, boolean hereToo, long nowNs) {
        attempt = null;
        attempts.finish(outcome, false, nowNs);
        if (clientGone) {
            over();
        } else {
            go(attempts.retries().assignAgain(nowNs, hereToo, Refusal.CONNECT_FAILED));
        }
    }

    /** The client gets a reset, because no other answer means "no server" in every protocol. */
    void refuse(Refusal why) {
        refusal = why;
        frontend.clients().meter(loop).refused(why.reason());
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

    private void outOfPatience() {
        if (stage == TcpStage.QUEUED && attempts.leaveQueue(WithoutNode.QUEUE_TIMEOUT)) {
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
        if (attempt != null) {
            attempt.close();
        } else if (refusal != null
                || stage == TcpStage.NEW
                || (stage == TcpStage.QUEUED && attempts.leaveQueue(WithoutNode.CLIENT_GONE))) {
            over();
        }
    }

    @Override
    public void tunnelEnded(TunnelEnd end, long fromClient, long fromNode) {
        Node served = attempts.assigned();
        if (attempt != null) {
            attempt.tunnelEnded();
        }
        Outcome outcome = end.outcome();
        long nowNs = loop.nowNs();
        attempts.finish(outcome, false, nowNs);
        home.left(attempts, cluster, served, nowNs);
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
        new TcpReport(frontend, rules, arrival.source(), client.tls())
                .write(times, served, failed, attempts.retries().attempt(), refusal, how, fromClient, fromNode, loop);
        frontend.clients().remove(open);
    }

    /** Resets the connection if it has this node; null resets it in any case. Any thread. */
    void abort(@Nullable Node only) {
        loop.execute(() -> {
            if (only != null && !attempts.on(only)) {
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
