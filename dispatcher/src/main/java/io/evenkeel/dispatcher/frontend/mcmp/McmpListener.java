// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.mcmp;

import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionAcceptor;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.listener.ClientFacts;
import io.evenkeel.dispatcher.listener.FirstSteps;
import io.evenkeel.dispatcher.listener.Negotiation;
import io.evenkeel.dispatcher.listener.NegotiationStep;
import io.evenkeel.dispatcher.listener.NegotiationStep.StepFailure;
import io.evenkeel.dispatcher.listener.OpenClients;
import io.evenkeel.dispatcher.log.Spacing;
import io.evenkeel.dispatcher.mcmp.McmpService;
import io.evenkeel.dispatcher.metrics.Meters;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The listener where servers register: turns away connections from networks that are not allowed, also when their next
 * message comes, and begins with TLS where the listener has it. At most 256 connections hold octets of messages that
 * are not whole; for a further one, that which holds some for the longest time is closed.
 *
 * <p>Threads: settings may be changed from anywhere; the rest belongs to the loops of the connections.
 */
public final class McmpListener implements ConnectionAcceptor, Negotiation.NegotiationOwner {

    private static final String NOT_ALLOWED = "network";
    private static final long QUIET_NS = TimeUnit.MINUTES.toNanos(1);

    private final McmpService service;
    private final OpenClients clients;
    private volatile ListenerSettings settings;
    private volatile @Nullable TlsCertificates certificates;
    private final Spacing turnedAway = new Spacing(QUIET_NS);
    private final Spacing crowded = new Spacing(QUIET_NS);
    private final List<HalfMessages> halves;

    /** A listener whose messages go to a service. */
    public McmpListener(ListenerSettings settings, List<Loop> loops, Meters meters, McmpService service) {
        this.settings = settings;
        this.service = service;
        this.clients = new OpenClients(settings.name(), loops, meters);
        this.halves = loops.stream().map(loop -> new HalfMessages(loops.size())).toList();
    }

    /** Sets the settings for connections and messages from now on. */
    public void update(ListenerSettings newSettings) {
        settings = newSettings;
    }

    /** Sets the certificates for connections from now on; null for a listener without TLS, as it is at first. */
    public void certificates(@Nullable TlsCertificates newCertificates) {
        certificates = newCertificates;
    }

    /** The open connections, those in negotiation too. */
    public OpenClients clients() {
        return clients;
    }

    ListenerSettings settings() {
        return settings;
    }

    McmpService service() {
        return service;
    }

    /** The cluster whose servers register here. */
    String cluster() {
        return Objects.requireNonNull(settings.routes().get(0).cluster(), "the check of the file wants a cluster");
    }

    @Override
    public ConnectionHandler accepted(Connection connection) {
        ListenerSettings now = settings;
        InetSocketAddress peer = connection.remoteAddress();
        InetSocketAddress local = connection.localAddress();
        if (peer == null || local == null || !lets(connection)) {
            return DiscardHandler.RESETS;
        }
        TlsCertificates secure = certificates;
        if (secure != null) {
            ClientFacts facts = new ClientFacts(peer, local, connection.loop().nowNs());
            List<NegotiationStep> steps =
                    FirstSteps.of(false, now.timeouts().head().toNanos(), secure);
            Negotiation negotiation = new Negotiation(connection, facts, steps, this);
            clients.add(negotiation);
            return negotiation;
        }
        McmpConnection made = new McmpConnection(this, connection);
        clients.add(made);
        return made;
    }

    /** True when a peer may register now; otherwise it is counted and told, and its connection must be reset. */
    boolean lets(Connection connection) {
        InetSocketAddress peer = connection.remoteAddress();
        McmpSettings rules = Objects.requireNonNullElse(settings.mcmp(), McmpSettings.DEFAULTS);
        if (peer != null && rules.allows(peer.getAddress())) {
            return true;
        }
        Loop loop = connection.loop();
        clients.meter(loop).refused(NOT_ALLOWED);
        long nowNs = loop.nowNs();
        if (peer != null && turnedAway.passes(nowNs)) {
            loop.events()
                    .listener()
                    .warn("listener " + settings.name() + ": a connection from "
                            + peer.getAddress().getHostAddress()
                            + " is reset, because 'allow' names no network of this address");
        }
        return false;
    }

    /** The connections of a loop that hold octets of messages. */
    HalfMessages halves(Loop loop) {
        return halves.get(loop.index());
    }

    /** Says that a connection is closed, because too many messages are not whole. */
    void crowded(Connection connection) {
        Loop loop = connection.loop();
        InetSocketAddress peer = connection.remoteAddress();
        if (peer != null && crowded.passes(loop.nowNs())) {
            loop.events()
                    .listener()
                    .warn(
                            "listener " + settings.name() + ": a connection from "
                                    + peer.getAddress().getHostAddress()
                                    + " is closed, because it has held part of a message for the longest time and too many connections do");
        }
    }

    @Override
    public void agreed(Negotiation over, ByteBuf leftover) {
        clients.shookHands(over.connection());
        McmpConnection made = new McmpConnection(this, over.connection());
        clients.replace(over, made);
        over.connection().handler(made);
        made.begin();
        if (leftover.isReadable()) {
            made.received(leftover);
        }
        if (clients.draining()) {
            made.drain();
        }
    }

    @Override
    public void failed(Negotiation over, NegotiationStep step, StepFailure how) {
        clients.failed(over.connection().loop(), step, how);
        over.connection().close();
    }

    @Override
    public void gone(Negotiation over) {
        clients.remove(over);
    }
}
