// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionAcceptor;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.frontend.h2.Http2Connection;
import io.evenkeel.dispatcher.frontend.h2.Http2Owner;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.listener.ClientFacts;
import io.evenkeel.dispatcher.listener.FirstSteps;
import io.evenkeel.dispatcher.listener.Negotiation;
import io.evenkeel.dispatcher.listener.NegotiationStep;
import io.evenkeel.dispatcher.listener.NegotiationStep.StepFailure;
import io.evenkeel.dispatcher.listener.OpenClient;
import io.evenkeel.dispatcher.listener.OpenClients;
import io.evenkeel.dispatcher.metrics.ListenerMeter;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.task.ClientKey;
import io.evenkeel.dispatcher.task.Home;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP listener: makes client connections and holds the rules they go by. What comes before HTTP on a connection is
 * a {@link Negotiation}; a connection without any begins as a {@link Http1Connection} at once, and becomes a
 * {@link Http2Connection} when its first octets are the preface of HTTP/2.
 *
 * <p>Threads: rules may be set from anywhere; the rest belongs to the loops of the connections.
 */
public final class HttpListener implements ConnectionAcceptor, Negotiation.NegotiationOwner, Http2Owner {

    private final List<LoopContext> contexts;
    private final OpenClients clients;
    /** The own address and settings of the last connection of each loop, by the loop's index. */
    private final Origin.@Nullable OwnAddress[] ownAddresses;

    private volatile ListenerRules rules;
    private volatile @Nullable TlsCertificates certificates;

    /**
     * @param contexts one for each loop, by index
     */
    public HttpListener(ListenerRules rules, List<LoopContext> contexts, Meters meters) {
        this.rules = rules;
        this.contexts = contexts;
        this.ownAddresses = new Origin.OwnAddress[contexts.size()];
        this.clients = new OpenClients(
                rules.listener(), contexts.stream().map(LoopContext::loop).toList(), meters);
    }

    /**
     * The rules for requests that come from now on; connections that are open keep what they were told about trust and
     * forwarding.
     */
    public void update(ListenerRules newRules) {
        rules = newRules;
    }

    /** Sets the certificates for connections from now on; null for a listener without TLS, as it is at first. */
    public void certificates(@Nullable TlsCertificates newCertificates) {
        certificates = newCertificates;
    }

    @Override
    public ListenerRules rules() {
        return rules;
    }

    @Override
    public boolean servesElsewhere(String serverName, String host) {
        TlsCertificates secure = certificates;
        return secure != null && secure.servesElsewhere(serverName, host);
    }

    /** The open connections, those in negotiation too. */
    public OpenClients clients() {
        return clients;
    }

    @Override
    public boolean draining() {
        return clients.draining();
    }

    @Override
    public ListenerMeter meter(Loop loop) {
        return clients.meter(loop);
    }

    @Override
    public ConnectionHandler accepted(Connection connection) {
        InetSocketAddress client = connection.remoteAddress();
        InetSocketAddress local = connection.localAddress();
        if (client == null || local == null) {
            return DiscardHandler.CLOSES;
        }
        ListenerRules now = rules;
        Loop loop = connection.loop();
        boolean trusted = now.trusts(client.getAddress());
        boolean expectsHeader = trusted && now.acceptProxy();
        TlsCertificates secure = certificates;
        if (expectsHeader || secure != null) {
            ClientFacts facts = new ClientFacts(client, local, loop.nowNs());
            List<NegotiationStep> steps = FirstSteps.of(expectsHeader, now.headNs(), secure);
            Negotiation negotiation = new Negotiation(connection, facts, steps, this);
            clients.add(negotiation);
            return negotiation;
        }
        Http1Connection made = http(connection, origin(connection, client, local, trusted));
        clients.add(made);
        return made;
    }

    /** Goes on with the protocol that TLS has agreed on; without TLS, or without a choice, the first octets tell it. */
    @Override
    public void agreed(Negotiation over, ByteBuf leftover) {
        Connection connection = over.connection();
        ClientFacts facts = over.facts();
        TlsFacts tls = connection.tls();
        clients.shookHands(connection);
        boolean trusted = facts.named() && rules.trusts(facts.client().getAddress());
        if (tls != null && tls.http2()) {
            Origin origin = origin(connection, facts, trusted);
            Loop loop = connection.loop();
            Home home = new Home(loop, ClientKey.of(facts.client().getAddress()));
            goOn(over, new Http2Connection(this, connection, contexts.get(loop.index()), origin, home), leftover);
        } else {
            Http1Connection made = http(connection, origin(connection, facts, trusted));
            boolean asks = leftover.isReadable();
            goOn(over, made, leftover);
            if (clients.draining() && !asks) {
                made.drain();
            }
        }
    }

    /** Puts another object in the place of one for the same connection, and lets it begin. */
    private <C extends OpenClient & ConnectionHandler> void goOn(OpenClient before, C after, ByteBuf octets) {
        Connection connection = before.connection();
        clients.replace(before, after);
        connection.handler(after);
        after.opened(connection);
        if (octets.isReadable()) {
            after.received(octets);
        }
    }

    /** Resets a connection that says something else than was asked for; there is nothing to say to it in HTTP. */
    @Override
    public void failed(Negotiation over, NegotiationStep step, StepFailure how) {
        clients.failed(over.connection().loop(), step, how);
        if (step.end(over.connection(), over, how)) {
            return;
        }
        if (how == StepFailure.MALFORMED) {
            over.connection().reset();
        } else {
            over.connection().close();
        }
    }

    @Override
    public void gone(Negotiation over) {
        clients.remove(over);
    }

    private Http1Connection http(Connection connection, Origin origin) {
        return new Http1Connection(
                this, connection, contexts.get(connection.loop().index()), origin);
    }

    /** The origin of a client by the facts of its negotiation. */
    private Origin origin(Connection connection, ClientFacts facts, boolean trusted) {
        Origin origin = origin(connection, facts.client(), facts.local(), trusted);
        if (!facts.named()) {
            origin.standsForMany();
        }
        return origin;
    }

    /** The origin of a client that connected to an own address. */
    private Origin origin(Connection connection, InetSocketAddress client, InetSocketAddress local, boolean trusted) {
        ForwardSettings forward = rules.forward();
        TlsFacts facts = connection.tls();
        boolean tls = facts != null;
        int at = connection.loop().index();
        Origin.OwnAddress last = ownAddresses[at];
        if (last == null || !last.isOf(forward, local, tls)) {
            last = new Origin.OwnAddress(forward, local, tls);
            ownAddresses[at] = last;
        }
        Origin origin = new Origin(client, last, trusted);
        if (facts != null) {
            origin.secured(facts, rules.subjectField());
        }
        return origin;
    }

    /**
     * Goes on with HTTP/2 on a connection that began as HTTP/1, because its first octets say so: the client knows
     * beforehand.
     *
     * @param preface its first octets; lent until this returns
     */
    void toHttp2(Http1Connection before, Origin origin, Home home, ByteBuf preface) {
        Connection connection = before.connection();
        LoopContext context = contexts.get(connection.loop().index());
        goOn(before, new Http2Connection(this, connection, context, origin, home), preface);
    }

    @Override
    public void forget(OpenClient gone) {
        clients.remove(gone);
    }
}
