// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.mcmp;

import io.evenkeel.config.listener.ClientTimeouts;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.listener.OpenClient;
import io.evenkeel.dispatcher.mcmp.McmpAnswer;
import io.evenkeel.dispatcher.mcmp.McmpPeer;
import io.evenkeel.dispatcher.node.Node;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * The connection of a server that registers: one message after another, each answered before the next is looked at.
 * While one is acted upon, or answers wait to be sent, the connection is not read. A peer that may not register any
 * more is reset before its next message is acted upon. Threads: its loop.
 */
final class McmpConnection extends OpenClient implements ConnectionHandler {

    private final McmpListener listener;
    private final Connection connection;
    private final MessageBuffer buffer = new MessageBuffer();
    private final AnswerOutput output;
    private final Timeout timer;
    private boolean waits;

    /** True while answers wait to be sent, so that no more are made. */
    private boolean full;

    private boolean draining;
    private boolean ended;
    private boolean over;

    McmpConnection(McmpListener listener, Connection connection) {
        this.listener = listener;
        this.connection = connection;
        this.output = new AnswerOutput(connection);
        this.timer = connection.loop().timers().timeout(this::late);
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public void opened(Connection open) {
        begin();
    }

    /** Waits for the first message. */
    void begin() {
        arm(times().head().toNanos());
    }

    private ClientTimeouts times() {
        return listener.settings().timeouts();
    }

    private void arm(long patienceNs) {
        timer.arm(connection.loop().nowNs() + patienceNs);
    }

    @Override
    public void received(ByteBuf bytes) {
        if (over) {
            return;
        }
        boolean first = buffer.isEmpty();
        if (!buffer.add(bytes)) {
            refuse("the message has more than " + MessageBuffer.MOST_OCTETS + " bytes");
            return;
        }
        if (first && !waits) {
            // The whole message has this time, however slowly its octets come.
            arm(times().head().toNanos());
        }
        advance();
        account();
    }

    /** Takes note of whether octets of a message are held, and ends the connection that must make room for them. */
    private void account() {
        HalfMessages halves = listener.halves(connection.loop());
        if (buffer.isEmpty()) {
            halves.release(this);
            return;
        }
        McmpConnection oldest = halves.hold(this);
        if (oldest != null) {
            oldest.makeRoom();
        }
    }

    private void makeRoom() {
        listener.crowded(connection);
        cut();
        connection.close();
    }

    /** Takes and holds no octets any more. */
    private void cut() {
        over = true;
        timer.remove();
        buffer.clear();
        listener.halves(connection.loop()).release(this);
    }

    private void advance() {
        if (waits || over || full) {
            return;
        }
        MessageBuffer.WholeMessage found = buffer.next();
        if (found == null) {
            if (buffer.refusal() != null) {
                refuse(String.valueOf(buffer.refusal()));
            } else if (ended) {
                output.closeWhenSent();
            }
            return;
        }
        if (!listener.lets(connection)) {
            cut();
            connection.reset();
            return;
        }
        waits = true;
        timer.remove();
        connection.pause();
        listener.service()
                .submit(
                        peer(),
                        listener.cluster(),
                        found.method(),
                        found.target(),
                        found.body(),
                        answer -> connection.loop().execute(() -> answered(answer, found.keepsAlive())));
    }

    private McmpPeer peer() {
        InetSocketAddress from = Objects.requireNonNull(connection.remoteAddress(), "the listener has looked at it");
        TlsFacts tls = connection.tls();
        return new McmpPeer(from.getAddress(), tls == null ? null : tls.clientSubject());
    }

    private void answered(McmpAnswer answer, boolean keepsAlive) {
        if (over) {
            return;
        }
        waits = false;
        boolean stays = keepsAlive && !draining;
        Sent fate = output.write(answer.toOctets(stays));
        if (fate == Sent.FAILED) {
            outputFailed();
            return;
        }
        if (!stays) {
            finish();
            return;
        }
        arm(buffer.isEmpty() ? times().idle().toNanos() : times().head().toNanos());
        full = fate == Sent.BACKLOG;
        if (!full) {
            connection.resume();
            advance();
            account();
        }
    }

    @Override
    public void drained() {
        output.drained();
        if (full && !over) {
            full = false;
            connection.resume();
            advance();
            account();
        }
    }

    @Override
    public void outputFailed() {
        cut();
        connection.close();
    }

    private void refuse(String why) {
        output.write(McmpAnswer.malformed(why).toOctets(false));
        finish();
    }

    /** Ends in good order once the answer is out. */
    private void finish() {
        cut();
        output.closeWhenSent();
    }

    private void late() {
        if (buffer.isEmpty() || full) {
            over = true;
            connection.close();
        } else {
            refuse("the message does not come to an end");
        }
    }

    @Override
    public void inputEnded() {
        ended = true;
        if (!waits && !over && !full) {
            over = true;
            connection.close();
        }
    }

    @Override
    public void failed(Throwable cause) {}

    @Override
    public void closed() {
        cut();
        output.end();
        listener.clients().remove(this);
    }

    @Override
    public void drain() {
        draining = true;
        if (waits || over) {
            return;
        }
        if (full) {
            finish();
        } else {
            over = true;
            connection.close();
        }
    }

    @Override
    public void leaveNode(Node node) {}
}
