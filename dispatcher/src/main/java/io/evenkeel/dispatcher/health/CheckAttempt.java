// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import io.evenkeel.config.cluster.HealthSettings;
import io.evenkeel.dispatcher.backend.NodeDial;
import io.evenkeel.dispatcher.backend.NodeRemedy;
import io.evenkeel.dispatcher.backend.h2.NotHttp2Exception;
import io.evenkeel.dispatcher.engine.BriefConnection;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.tls.TlsFailure;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One check of one node, on a connection of its own.
 *
 * <p>A new connection each time, because a kept one would still pass when the node accepts no more, and would hold a
 * worker of a server that has a thread for each connection. The result is there with the status line; what follows is
 * read and thrown away until the node closes, so that its log has no complaint of a broken pipe, but no more than a
 * megabyte and not beyond the timeout. On one loop.
 */
final class CheckAttempt implements BriefConnection.Handler {

    private static final long MOST_DISCARDED = 1 << 20;
    private static final String REST = "\r\nUser-Agent: evenkeel-check\r\nAccept: */*\r\nConnection: close\r\n\r\n";

    private final Cluster cluster;
    private final Node node;
    private final HealthSettings settings;
    private final Loop loop;
    private final CheckOwner owner;
    private final StatusReader reader = new StatusReader();
    /** The question of a check of gRPC; null in all others. */
    private final @Nullable GrpcHealth grpc;

    private final long startedNs;

    private @Nullable BriefConnection connection;
    private @Nullable Future<?> deadline;
    private boolean connected;
    private boolean decided;
    private long discarded;

    /** The caller that gets the result. */
    interface CheckOwner {

        /** Comes once. */
        void decided(CheckResult result);

        /** The connection is gone; comes last, once. */
        void over();
    }

    private CheckAttempt(Loop loop, Cluster cluster, Node node, HealthSettings settings, CheckOwner owner) {
        this.loop = loop;
        this.cluster = cluster;
        this.node = node;
        this.settings = settings;
        this.owner = owner;
        this.startedNs = loop.nowNs();
        String service = settings.grpc();
        this.grpc = service == null ? null : new GrpcHealth(service);
    }

    /** Begins a check; on the loop. */
    static CheckAttempt start(
            Engine engine, Loop loop, Cluster cluster, Node node, HealthSettings settings, CheckOwner owner) {
        CheckAttempt attempt = new CheckAttempt(loop, cluster, node, settings, owner);
        attempt.deadline = loop.after(settings.timeout().toNanos(), attempt::timeout);
        Connector dial = NodeDial.asking(engine, cluster, node, settings.host());
        attempt.connection = engine.ask(dial, loop, node.address(), settings.timeout(), attempt);
        return attempt;
    }

    /** Ends the check without a result, if it has none; {@link CheckOwner#over} still comes. */
    void cancel() {
        decided = true;
        close();
    }

    @Override
    public void opened(BriefConnection opened) {
        connected = true;
        if (!settings.asksApplication()) {
            decide(true, "connected");
            opened.close();
            return;
        }
        String host = settings.host() == null ? node.settings().address().toString() : settings.host();
        ByteBuf request = ByteBufAllocator.DEFAULT.directBuffer(256);
        try {
            if (grpc == null) {
                ByteBufUtil.writeUtf8(request, "GET " + settings.path() + " HTTP/1.1\r\nHost: " + host + REST);
            } else {
                request.writeBytes(grpc.question(host, REST));
            }
            opened.write(request);
        } finally {
            request.release();
        }
    }

    @Override
    public void received(ByteBuf bytes) {
        if (decided) {
            discarded += bytes.readableBytes();
            if (discarded > MOST_DISCARDED) {
                close();
            }
            return;
        }
        if (grpc != null) {
            grpc.take(bytes);
            String detail = grpc.detail();
            if (detail != null) {
                decide(grpc.passed(), detail);
            }
            return;
        }
        int from = bytes.readerIndex();
        int status = reader.read(bytes);
        if (status == StatusReader.NOT_HTTP) {
            boolean http2 = NodeRemedy.greetsByHttp2(bytes, from);
            decide(false, http2 ? "it " + NodeRemedy.speaksHttp2(cluster) : "the answer is not HTTP");
            close();
        } else if (status != StatusReader.MORE) {
            boolean passed = status >= settings.minStatus() && status <= settings.maxStatus();
            decide(
                    passed,
                    passed
                            ? "status " + status
                            : "status " + status + ", not " + settings.minStatus() + " to " + settings.maxStatus());
        }
    }

    @Override
    public void inputEnded() {
        decide(false, "closed without an answer");
        close();
    }

    @Override
    public void failed(Throwable cause) {
        if (connected) {
            decide(false, "connection reset");
        } else if (cause instanceof Connector.NoSocketException) {
            // it says nothing about the node
            decided = true;
        } else if (cause instanceof TlsFailure failure) {
            decide(false, "no TLS connection: " + NodeRemedy.noTls(cluster, failure));
        } else if (cause instanceof NotHttp2Exception other) {
            decide(false, "no HTTP/2: " + NodeRemedy.noHttp2(cluster, other));
        } else if (cause instanceof ConnectException) {
            String why = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
            decide(false, why.contains("refused") ? "connection refused" : "no connection: " + cause.getMessage());
        } else {
            decide(false, cause.getMessage() == null ? "no connection" : "no connection: " + cause.getMessage());
        }
    }

    @Override
    public void closed() {
        decide(false, "closed without an answer");
        if (deadline != null) {
            deadline.cancel(false);
        }
        owner.over();
    }

    private void timeout() {
        decide(false, (connected ? "no answer within " : "no connection within ") + inWords(settings.timeout()));
        close();
    }

    private void close() {
        if (connection != null) {
            connection.close();
        }
    }

    private void decide(boolean passed, String detail) {
        if (!decided) {
            decided = true;
            owner.decided(new CheckResult(passed, detail, loop.nowNs() - startedNs));
        }
    }

    private static String inWords(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
