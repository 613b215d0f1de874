// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.node.Node;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client connection before its protocol: one step after another, in order, each with a time of its own; then the
 * listener's protocol gets the connection with the octets that no step has taken.
 *
 * <p>Octets are looked at where they were read; those of a step that is not done are kept, up to what the step asks
 * for and one read. A drain leaves a second for what is left: the client has a connection, and would take its end for a
 * failure. Threads: the connection's loop.
 */
public final class Negotiation extends OpenClient implements ConnectionHandler {

    private static final int LEAST_ROOM = 1024;

    /** Time after the beginning of a drain in which a negotiation may end well. */
    private static final long LAST_NS = 1_000_000_000L;

    private static final long NEVER = Long.MAX_VALUE;

    /** The listener's side: chooses the protocol, and says what a failure looks like to the client. */
    public interface NegotiationOwner {

        /**
         * All steps have succeeded. The owner puts the protocol's object in the place of the negotiation, in the list
         * of open clients and as the connection's handler.
         *
         * @param leftover the first octets of the protocol, perhaps none; lent until this returns
         */
        void agreed(Negotiation over, ByteBuf leftover);

        /** A step has failed; the owner ends the connection. */
        void failed(Negotiation over, NegotiationStep step, NegotiationStep.StepFailure how);

        /** The connection is gone, and no other handler has taken its place. */
        void gone(Negotiation over);
    }

    private Connection connection;
    private final NegotiationOwner owner;
    private final List<NegotiationStep> steps;
    private final Timeout timer;
    private ClientFacts facts;
    private int at;
    private long lastNs = NEVER;
    private boolean opened;
    private boolean layered;
    private boolean isOver;
    private @Nullable ByteBuf kept;

    /**
     * A negotiation that begins when the connection is opened.
     *
     * @param facts those known of the connection by itself
     * @param steps in the order in which they are made, for this connection alone
     */
    public Negotiation(Connection connection, ClientFacts facts, List<NegotiationStep> steps, NegotiationOwner owner) {
        this.connection = connection;
        this.facts = facts;
        this.steps = steps;
        this.owner = owner;
        this.timer = connection.loop().timers().timeout(this::late);
    }

    @Override
    public Connection connection() {
        return connection;
    }

    /** Lays a connection over the present one: its events and the octets from now on are those of the negotiation. */
    void layer(Connection above) {
        above.handler(this);
        connection = above;
        layered = true;
    }

    /** The facts by the steps so far. */
    public ClientFacts facts() {
        return facts;
    }

    @Override
    public void opened(Connection open) {
        if (!opened) {
            opened = true;
            armTimer();
        }
        ByteBuf own = kept;
        advance(own == null ? Unpooled.EMPTY_BUFFER : own);
    }

    @Override
    public void received(ByteBuf bytes) {
        ByteBuf own = kept;
        if (own == null) {
            advance(bytes);
        } else {
            if (!own.isReadable()) {
                own.setIndex(Connection.HEADROOM, Connection.HEADROOM);
            }
            own.writeBytes(bytes);
            advance(own);
        }
    }

    /** Takes the steps for which there are octets. */
    @SuppressWarnings("ReferenceEquality") // the very buffer that is kept
    private void advance(ByteBuf octets) {
        if (isOver) {
            return;
        }
        while (at < steps.size()) {
            NegotiationStep.StepProgress progress = steps.get(at).take(this, octets);
            if (isOver) {
                return;
            }
            switch (progress) {
                case MORE -> {
                    keep(octets);
                    return;
                }
                case MALFORMED -> {
                    fail(NegotiationStep.StepFailure.MALFORMED);
                    return;
                }
                case ENOUGH -> {
                    over();
                    connection.closeWhenSent();
                    return;
                }
                case DONE -> {
                    facts = steps.get(at).learned(facts);
                    at++;
                    armTimer();
                }
            }
        }
        boolean own = octets == kept;
        kept = null;
        timer.remove();
        try {
            owner.agreed(this, octets);
        } finally {
            if (own) {
                octets.release();
            }
        }
    }

    private void armTimer() {
        if (at < steps.size()) {
            timer.arm(Math.min(lastNs, connection.loop().nowNs() + steps.get(at).patienceNs()));
        }
    }

    /** A client that a drain cuts off has done nothing wrong, so that counts as no failure. */
    private void late() {
        if (lastNs == NEVER) {
            fail(NegotiationStep.StepFailure.LATE);
        } else {
            connection.close();
        }
    }

    /** Copies lent octets, with the headroom of a read in front of them; those that are kept already stay. */
    private void keep(ByteBuf octets) {
        if (kept == null && octets.isReadable()) {
            ByteBuf room = ByteBufAllocator.DEFAULT.directBuffer(
                    Connection.HEADROOM + Math.max(LEAST_ROOM, octets.readableBytes() * 2));
            kept = room.setIndex(Connection.HEADROOM, Connection.HEADROOM).writeBytes(octets);
        }
    }

    private void fail(NegotiationStep.StepFailure how) {
        if (isOver) {
            return;
        }
        over();
        owner.failed(this, steps.get(at), how);
    }

    @Override
    public void inputEnded() {
        fail(NegotiationStep.StepFailure.ENDED);
    }

    @Override
    public void failed(Throwable cause) {
        if (layered && at < steps.size()) {
            steps.get(at).brokenBy(cause);
            fail(NegotiationStep.StepFailure.BROKEN);
        } else {
            connection.close();
        }
    }

    @Override
    public void closed() {
        over();
        owner.gone(this);
    }

    private void over() {
        isOver = true;
        timer.remove();
        if (kept != null) {
            kept.release();
            kept = null;
        }
    }

    @Override
    public void drain() {
        if (isOver) {
            connection.close();
            return;
        }
        lastNs = connection.loop().nowNs() + LAST_NS;
        armTimer();
    }

    @Override
    public void leaveNode(Node node) {}
}
