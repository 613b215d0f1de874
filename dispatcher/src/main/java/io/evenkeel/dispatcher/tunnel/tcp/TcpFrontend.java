// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionAcceptor;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.listener.ClientFacts;
import io.evenkeel.dispatcher.listener.FirstSteps;
import io.evenkeel.dispatcher.listener.Negotiation;
import io.evenkeel.dispatcher.listener.NegotiationStep;
import io.evenkeel.dispatcher.listener.NegotiationStep.StepFailure;
import io.evenkeel.dispatcher.listener.OpenClients;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A TCP listener at work: gives every connection to a node of its cluster.
 *
 * <p>Threads: connections come in on event loops; everything else may be called from any thread.
 */
public final class TcpFrontend implements ConnectionAcceptor {

    final Connector connector;
    final Meters meters;
    final Affinities affinities;
    private final Supplier<@Nullable AccessLog> accessLog;
    private final OpenClients clients;
    private volatile TcpRules rules;
    private volatile @Nullable TlsCertificates certificates;

    /**
     * @param connector makes the connections to nodes
     * @param loops all loops, by index
     * @param accessLog the access log of the moment; gives null while connections are not logged
     */
    public TcpFrontend(
            Connector connector,
            List<Loop> loops,
            TcpRules rules,
            Meters meters,
            Affinities affinities,
            Supplier<@Nullable AccessLog> accessLog) {
        this.connector = connector;
        this.rules = rules;
        this.meters = meters;
        this.affinities = affinities;
        this.accessLog = accessLog;
        this.clients = new OpenClients(rules.listener().name(), loops, meters);
    }

    @Override
    public ConnectionHandler accepted(Connection connection) {
        TcpRules now = rules;
        Loop loop = connection.loop();
        InetSocketAddress peer = connection.remoteAddress();
        InetSocketAddress local = connection.localAddress();
        TlsCertificates secure = certificates;
        boolean expectsHeader = peer != null && now.expectsHeader(peer.getAddress());
        if (peer != null && local != null && (expectsHeader || secure != null)) {
            ClientFacts facts = new ClientFacts(peer, local, loop.nowNs());
            long headNs = now.listener().timeouts().head().toNanos();
            List<NegotiationStep> steps = FirstSteps.of(expectsHeader, headNs, secure);
            Negotiation negotiation = new Negotiation(connection, facts, steps, new Negotiated(this, now));
            clients.add(negotiation);
            return negotiation;
        }
        TcpTask task = new TcpTask(this, now, new TcpClient(connection, peer, local, loop.nowNs()));
        clients.add(task.client());
        return task;
    }

    /** The listener at the end of a negotiation, with the rules of its begin. */
    private record Negotiated(TcpFrontend frontend, TcpRules rules) implements Negotiation.NegotiationOwner {

        @Override
        public void agreed(Negotiation over, ByteBuf leftover) {
            frontend.clients.shookHands(over.connection());
            take(over).begin(leftover);
        }

        @Override
        public void failed(Negotiation over, NegotiationStep step, StepFailure how) {
            take(over).refuse(step, how);
        }

        @Override
        public void gone(Negotiation over) {
            take(over).closed();
        }

        private TcpTask take(Negotiation over) {
            Connection connection = over.connection();
            ClientFacts facts = over.facts();
            TcpClient client = new TcpClient(connection, facts.client(), facts.local(), facts.openedNs());
            TcpTask task = new TcpTask(frontend, rules, client);
            frontend.clients.replace(over, task.client());
            connection.handler(task);
            return task;
        }
    }

    /** Sets the certificates for connections from now on; null for a listener without TLS, as it is at first. */
    public void certificates(@Nullable TlsCertificates newCertificates) {
        certificates = newCertificates;
    }

    /** Sets the rules for connections from now on. */
    public void rules(TcpRules newRules) {
        rules = newRules;
    }

    /** The open connections, those in negotiation too. */
    public OpenClients clients() {
        return clients;
    }

    @Nullable
    AccessLog accessLog() {
        return accessLog.get();
    }
}
