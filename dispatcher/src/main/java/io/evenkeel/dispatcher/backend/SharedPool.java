// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.backend.h2.NotHttp2Exception;
import io.evenkeel.dispatcher.backend.h2.SharedConnection;
import io.evenkeel.dispatcher.backend.h2.SharedOwner;
import io.evenkeel.dispatcher.backend.h2.StreamUser;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.tls.TlsFailure;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.netty.channel.ConnectTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Connections of HTTP/2, which many users share. The oldest with room is used, so that those which a burst has opened
 * become idle and expire. When all are full, those who come wait in a line for a stream that ends, or for a further
 * connection, of which one is made at a time.
 *
 * <p>Threads: its loop.
 */
final class SharedPool extends NodePool {

    /** Connections that may take streams. */
    private static final int MOST_CONNECTIONS = 64;

    /** All connections, those included that end with their last stream. */
    private static final int MOST_OPEN = 1024;

    private static final long AGAIN_NS = 5_000_000;

    private final NodePools pools;
    private final Connector connector;
    private final List<Link> links = new ArrayList<>();
    private final ArrayDeque<NodeStream> line = new ArrayDeque<>();
    private boolean asksAgain;

    SharedPool(NodePools pools, Connector connector, Loop loop, Lookout lookout, Cluster cluster, Node node) {
        super(loop, lookout, cluster, node);
        this.pools = pools;
        this.connector = connector;
    }

    @Override
    boolean shares() {
        return true;
    }

    @Override
    public @Nullable NodeConnection take(NodeUser user, @Nullable String host) {
        for (int k = 0; k < links.size(); k++) {
            Link link = links.get(k);
            SharedConnection shared = link.shared;
            if (!link.fits(host) || !takes(shared)) {
                continue;
            }
            boolean onIdle = shared.streams() == 0 && shared.used();
            if (!onIdle || shared.wake()) {
                NodeStream made = new NodeStream(this, user, host);
                made.stream(shared.open(made), onIdle);
                return made;
            }
        }
        return null;
    }

    /** The users wait in the line, so there is always room for one more; {@link #grow} counts connections. */
    @Override
    boolean reserve() {
        return true;
    }

    @Override
    public NodeConnection connect(NodeUser user, @Nullable String host) {
        NodeStream made = new NodeStream(this, user, host);
        line.addLast(made);
        owing().connection(made);
        if (hasRoom(host)) {
            loop().atTurnEnd(this::serve);
        } else {
            grow();
        }
        return made;
    }

    /** Leaves the line. */
    void leave(NodeStream waiting) {
        line.remove(waiting);
    }

    /** Makes a connection for each host that somebody waits for, unless one is being made or would be of no use. */
    private void grow() {
        if (line.isEmpty()) {
            return;
        }
        for (NodeStream waiting : List.copyOf(line)) {
            if (!wantsMore(waiting.host)) {
                continue;
            }
            if (isFull() || !cluster().openConnection(node())) {
                makeDo();
                return;
            }
            dial(waiting.host);
        }
    }

    private static boolean takes(SharedConnection shared) {
        return shared.takes() && !shared.tired();
    }

    /** Opens streams on tired connections, when there can be no further one, or waits until somebody makes room. */
    private void makeDo() {
        if (links.stream().anyMatch(link -> link.shared.tired() && link.shared.takes())) {
            loop().atTurnEnd(() -> List.copyOf(links).forEach(this::serveTired));
        } else {
            pools.makeRoom(this);
            againSoon();
        }
    }

    private boolean isFull() {
        return links.size() >= MOST_CONNECTIONS && (links.size() >= MOST_OPEN || lasting() >= MOST_CONNECTIONS);
    }

    private int lasting() {
        int lasting = 0;
        for (Link link : links) {
            if (!link.shared.retired()) {
                lasting++;
            }
        }
        return lasting;
    }

    private boolean wantsMore(@Nullable String host) {
        for (Link link : links) {
            SharedConnection shared = link.shared;
            boolean soon = shared.pending() || takes(shared) || shared.mostStreams() == 0;
            if (soon && !shared.retired() && link.fits(host)) {
                return false;
            }
        }
        return true;
    }

    /** True while a connection is being made that those may use who are there for a host. */
    boolean dials(@Nullable String host) {
        return links.stream().anyMatch(link -> link.fits(host) && link.shared.pending());
    }

    private void againSoon() {
        if (!asksAgain) {
            asksAgain = true;
            loop().after(AGAIN_NS, () -> {
                asksAgain = false;
                grow();
            });
        }
    }

    private void dial(@Nullable String host) {
        long patienceNs = cluster().settings().timeouts().connect().toNanos();
        Link link = new Link(host, patienceNs);
        links.add(link);
        link.shared.connection(NodeDial.of(connector, cluster(), node(), host)
                .connect(
                        loop(),
                        node().address(),
                        cluster().settings().timeouts().connect(),
                        link.shared));
    }

    private boolean hasRoom(@Nullable String host) {
        for (Link link : links) {
            if (link.fits(host) && takes(link.shared)) {
                return true;
            }
        }
        return false;
    }

    private void serve() {
        for (Link link : List.copyOf(links)) {
            serve(link);
        }
        grow();
    }

    /** Gives streams of a connection to those who wait for one. */
    private void serve(Link link) {
        while (takes(link.shared) && serveNext(link)) {}
    }

    private void serveTired(Link link) {
        while (link.shared.takes() && serveNext(link)) {}
    }

    private boolean serveNext(Link link) {
        NodeStream next = next(link);
        if (next == null) {
            return false;
        }
        next.stream(link.shared.open(next), false);
        next.ready();
        return true;
    }

    private @Nullable NodeStream next(Link link) {
        for (Iterator<NodeStream> each = line.iterator(); each.hasNext(); ) {
            NodeStream waiting = each.next();
            if (link.fits(waiting.host)) {
                each.remove();
                return waiting;
            }
        }
        return null;
    }

    /** A connection could not be made: who waits for one like it goes elsewhere. */
    private void fail(Link link, Throwable why) {
        NodeUser.Loss how = NodeUser.Loss.NOT_CONNECTED;
        if (link.host != null && why instanceof TlsFailure failure && failure.isOtherNames()) {
            how = NodeUser.Loss.OTHER_HOST;
        } else if (why instanceof ConnectTimeoutException) {
            how = NodeUser.Loss.CONNECT_TIMEOUT;
        } else if (why instanceof NotHttp2Exception other) {
            say("does not speak HTTP/2: " + NodeRemedy.noHttp2(cluster(), other));
        }
        for (int n = line.size(); n > 0; n--) {
            NodeStream waiting = next(link);
            if (waiting == null) {
                return;
            }
            waiting.fail(how);
        }
    }

    private int idle() {
        int idle = 0;
        for (Link link : links) {
            if (!link.shared.retired() && !link.shared.pending() && link.shared.streams() == 0) {
                idle++;
            }
        }
        return idle;
    }

    @Override
    void closeOldest() {
        for (Link link : links) {
            if (!link.shared.retired() && !link.shared.pending() && link.shared.streams() == 0) {
                link.shared.retire();
                return;
            }
        }
    }

    @Override
    void cut() {
        super.cut();
        for (NodeStream waiting : List.copyOf(line)) {
            waiting.fail(NodeUser.Loss.CUT);
        }
        for (Link link : List.copyOf(links)) {
            link.shared.close(StreamUser.StreamLoss.CUT);
        }
    }

    @Override
    void close() {
        super.close();
        for (Link link : List.copyOf(links)) {
            link.shared.retire();
        }
    }

    /** A connection and the host that the node has proved on it. */
    private final class Link implements SharedOwner {

        private final @Nullable String host;
        private final SharedConnection shared;

        @SuppressWarnings("ThisEscapedInObjectConstruction") // the connection only keeps the reference
        Link(@Nullable String host, long patienceNs) {
            this.host = host;
            this.shared = new SharedConnection(loop(), this, patienceNs);
        }

        boolean fits(@Nullable String wanted) {
            return Objects.equals(host, wanted);
        }

        @Override
        public void changed(SharedConnection connection) {
            serve(this);
            grow();
            boolean resting = connection.streams() == 0 && !connection.pending() && !connection.retired();
            if (resting && (closed() || idle() > cluster().settings().pool().maxIdle())) {
                connection.retire();
            }
        }

        @Override
        public long idleNs() {
            return SharedPool.this.idleNs(-1);
        }

        @Override
        public void gone(SharedConnection connection, @Nullable Throwable failure) {
            links.remove(this);
            cluster().closeConnection(node());
            if (failure != null) {
                fail(this, failure);
            }
            grow();
        }
    }
}
