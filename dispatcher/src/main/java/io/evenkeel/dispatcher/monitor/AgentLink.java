// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.dispatcher.backend.h2.Http2Dial;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.tls.TlsDial;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one agent: a question at a time, kept open between questions.
 *
 * <p>A kept connection that turns out to be dead before an octet of an answer costs a new one and no failure. An answer
 * that comes too late is not read: its connection is closed. On one loop.
 */
final class AgentLink {

    private final Loop loop;
    private final AgentLinkOwner owner;
    private final AgentAnswer answer = new AgentAnswer();
    private @Nullable Wire wire;
    private @Nullable InetSocketAddress to;
    private @Nullable Connector by;
    private @Nullable Future<?> deadline;
    private boolean asking;
    private String request = "";
    private Duration timeout = Duration.ZERO;

    /** The caller that gets the answers; one of the two methods is called for each question. */
    interface AgentLinkOwner {

        /** The body is in {@code octets} from 0 on, until this returns. */
        void answered(int status, byte[] octets, int length);

        /**
         * The question got no answer.
         *
         * @param refused true when the connection was turned down at once, so that another address may be tried
         */
        void failed(String why, boolean refused);
    }

    AgentLink(Loop loop, AgentLinkOwner owner) {
        this.loop = loop;
        this.owner = owner;
    }

    /** Asks; the owner hears of it later, never before this returns. */
    void ask(Connector way, InetSocketAddress address, String wholeRequest, Duration patience) {
        asking = true;
        request = wholeRequest;
        timeout = patience;
        answer.start();
        deadline = loop.after(patience.toNanos(), this::timedOut);
        Wire kept = wire;
        if (kept != null && address.equals(to) && isSame(way, by)) {
            kept.asked = true;
            kept.send();
            return;
        }
        connect(way, address);
    }

    private static boolean isSame(Connector way, @Nullable Connector other) {
        if (way instanceof Http2Dial one && other instanceof Http2Dial two) {
            return isSame(one.below(), two.below());
        }
        return way == other
                || (way instanceof TlsDial one
                        && other instanceof TlsDial two
                        && one.context() == two.context()
                        && one.name().equals(two.name()));
    }

    private void connect(Connector way, InetSocketAddress address) {
        close();
        Wire made = new Wire();
        wire = made;
        to = address;
        by = way;
        made.connection = way.connect(loop, address, timeout, made);
    }

    /** Closes the connection; a question under way gets no answer. */
    void close() {
        Wire old = wire;
        wire = null;
        if (old != null) {
            old.close();
        }
    }

    /** Closes, and nobody hears of it. */
    void end() {
        over();
        close();
    }

    private void timedOut() {
        Wire mine = wire;
        boolean connected = mine != null && mine.open;
        String ms = timeout.toMillis() + " ms";
        fail((connected ? "no answer within " : "no connection within ") + ms, false);
    }

    private void over() {
        asking = false;
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    private void fail(String why, boolean refused) {
        close();
        if (asking) {
            over();
            owner.failed(why, refused);
        }
    }

    private void whole() {
        if (!answer.keepsAlive()) {
            close();
        }
        over();
        owner.answered(answer.status(), answer.octets(), answer.length());
    }

    /** One connection. What an old one still says is not heard. */
    private final class Wire implements ConnectionHandler {

        private @Nullable Connection connection;
        private boolean open;
        /** True once a second question goes out on it. */
        private boolean asked;

        private boolean gone;

        private boolean current() {
            return wire == this;
        }

        void close() {
            gone = true;
            if (connection != null) {
                connection.close();
            }
        }

        void send() {
            Connection mine = connection;
            if (mine == null) {
                return;
            }
            ByteBuf octets = Unpooled.copiedBuffer(request, StandardCharsets.UTF_8);
            try {
                if (mine.write(octets) == Sent.FAILED) {
                    loop.execute(() -> lost("the connection broke", false));
                }
            } finally {
                octets.release();
            }
        }

        @Override
        public void opened(Connection opened) {
            connection = opened;
            open = true;
            if (current() && asking) {
                send();
            } else {
                opened.close();
            }
        }

        @Override
        public void received(ByteBuf bytes) {
            if (!current() || gone) {
                return;
            }
            if (!asking) {
                AgentLink.this.close();
                return;
            }
            switch (answer.read(bytes)) {
                case WHOLE -> whole();
                case REFUSED -> fail("its answer is not HTTP, or too long", false);
                case MORE -> {}
            }
        }

        @Override
        public void inputEnded() {
            if (current() && asking && answer.end() == AgentAnswer.AnswerState.WHOLE) {
                whole();
            } else {
                lost("closed without an answer", false);
            }
        }

        @Override
        public void failed(Throwable cause) {
            String message = String.valueOf(cause.getMessage());
            boolean refused = !open
                    && cause instanceof ConnectException
                    && message.toLowerCase(Locale.ROOT).contains("refused");
            lost(open ? "connection reset" : refused ? "connection refused" : "no connection: " + message, refused);
        }

        @Override
        public void closed() {
            lost("closed without an answer", false);
        }

        private void lost(String why, boolean refused) {
            if (!current() || gone) {
                return;
            }
            InetSocketAddress address = to;
            Connector way = by;
            if (asking && asked && !answer.began() && address != null && way != null) {
                connect(way, address);
            } else {
                fail(why, refused);
            }
        }
    }
}
