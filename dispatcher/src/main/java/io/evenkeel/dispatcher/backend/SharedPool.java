// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.backend.h2.NotHttp2Exception;
import io.evenkeel.dispatcher.backend.h2.SharedConnection;
import io.evenkeel.dispatcher.backend.h2.StreamUser;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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

    /** A loop that gave way asks again later than those for which it did. */
    private static final long AFTER_OTHERS_NS = 4 * AGAIN_NS;

    private final List<SharedLink> links = new ArrayList<>();
    private final ArrayDeque<NodeStream> line = new ArrayDeque<>();
    private boolean asksAgain;
    /** True for a moment after a connection has made room for another loop. */
    private boolean stepsBack;

    SharedPool(NodePools pools, Cluster cluster, Node node) {
        super(pools, cluster, node);
    }

    @Override
    boolean shares() {
        return true;
    }

    @Override
    public @Nullable NodeConnection take(NodeUser user, @Nullable String host) {
        for (int k = 0; k < links.size(); k++) {
            SharedLink link = links.get(k);
            if (!link.fits(host) || !link.takes()) {
                continue;
            }
            SharedConnection shared = link.shared();
            boolean onIdle = shared.streamCount() == 0 && shared.used();
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
        awaited().connection(made);
        if (links.stream().anyMatch(link -> link.fits(host) && link.takes())) {
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

    /** True while a connection is being made that those may use who are there for a host. */
    boolean dials(@Nullable String host) {
        return links.stream().anyMatch(link -> link.fits(host) && link.shared().pending());
    }

    /** Makes a connection for each host that somebody waits for, unless one is being made or would be of no use. */
    private void grow() {
        if (line.isEmpty() || stepsBack || replaced()) {
            return;
        }
        for (NodeStream waiting : List.copyOf(line)) {
            if (links.stream().anyMatch(link -> link.fits(waiting.host) && link.promises())) {
                continue;
            }
            if ((isFull() && !closeOldest()) || !cluster().table().openConnection(node())) {
                makeDo();
                return;
            }
            dial(waiting.host);
        }
    }

    /** Opens streams on tired connections, when there can be no further one, or waits until somebody makes room. */
    private void makeDo() {
        if (links.stream().anyMatch(link -> link.shared().tired() && link.takesTired())) {
            loop().atTurnEnd(() -> List.copyOf(links).forEach(this::serveTired));
        } else {
            closeOldest();
            pools().makeRoom(this, lasting() == 0);
            againSoon();
        }
    }

    private boolean isFull() {
        return links.size() >= MOST_CONNECTIONS && (links.size() >= MOST_OPEN || lasting() >= MOST_CONNECTIONS);
    }

    private int lasting() {
        int lasting = 0;
        for (SharedLink link : links) {
            if (link.lasts()) {
                lasting++;
            }
        }
        return lasting;
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
        Duration patience = cluster().settings().timeouts().connect();
        SharedLink link = new SharedLink(this, host, patience.toNanos());
        links.add(link);
        SharedConnection shared = link.shared();
        shared.connection(NodeDial.begin(pools().connector(), loop(), cluster(), node(), host, shared));
    }

    private void serve() {
        for (SharedLink link : List.copyOf(links)) {
            serve(link);
        }
        grow();
    }

    /** Gives streams of a connection to those who wait for one. */
    private void serve(SharedLink link) {
        while (link.takes() && serveNext(link)) {}
    }

    private void serveTired(SharedLink link) {
        while (link.takesTired() && serveNext(link)) {}
    }

    private boolean serveNext(SharedLink link) {
        NodeStream next = next(link);
        if (next == null) {
            return false;
        }
        next.stream(link.shared().open(next), false);
        next.ready();
        return true;
    }

    private @Nullable NodeStream next(SharedLink link) {
        for (Iterator<NodeStream> each = line.iterator(); each.hasNext(); ) {
            NodeStream waiting = each.next();
            if (link.fits(waiting.host)) {
                each.remove();
                return waiting;
            }
        }
        return null;
    }

    /** More or fewer streams may be opened on a connection, or are there. */
    void changed(SharedLink link) {
        serve(link);
        grow();
        if (link.isIdle()
                && (closed()
                        || link.givesWay()
                        || idle() > cluster().settings().pool().maxIdle())) {
            link.shared().retire();
        }
    }

    /**
     * A connection is gone.
     *
     * @param failure the reason why it was never of use; null when it was
     */
    void gone(SharedLink link, @Nullable Throwable failure) {
        links.remove(link);
        cluster().table().closeConnection(node());
        if (failure != null) {
            fail(link, failure);
        }
        if (link.givesWay()) {
            stepBack();
        }
        grow();
        left();
    }

    private void stepBack() {
        stepsBack = true;
        loop().after(AFTER_OTHERS_NS, () -> {
            stepsBack = false;
            grow();
        });
    }

    /** A connection could not be made: who waits for one like it goes elsewhere. */
    private void fail(SharedLink link, Throwable why) {
        if (why instanceof NotHttp2Exception other) {
            say("does not speak HTTP/2: " + NodeRemedy.noHttp2(cluster(), other));
        }
        NodeUser.Loss how = lossOf(why, link.host());
        List<NodeStream> those =
                line.stream().filter(each -> link.fits(each.host)).toList();
        line.removeIf(each -> link.fits(each.host));
        those.forEach(each -> each.fail(how));
    }

    private int idle() {
        int idle = 0;
        for (SharedLink link : links) {
            if (link.isIdle()) {
                idle++;
            }
        }
        return idle;
    }

    @Override
    boolean isEmpty() {
        return links.isEmpty() && line.isEmpty();
    }

    @Override
    boolean closeOldest() {
        for (SharedLink link : links) {
            if (link.isIdle()) {
                link.shared().retire();
                return true;
            }
        }
        return false;
    }

    /** Makes room for a loop without a connection: one of several ends with its last stream, the only one pauses. */
    @Override
    void giveWay(boolean hasNone) {
        int lasting = lasting();
        if (closeOldest() || !hasNone || links.size() > lasting) {
            return;
        }
        for (SharedLink link : links) {
            if (!link.shared().pending()) {
                link.giveWay(lasting == 1);
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
        for (SharedLink link : List.copyOf(links)) {
            link.shared().close(StreamUser.StreamLoss.CUT);
        }
    }

    @Override
    void close() {
        super.close();
        List<NodeStream> waiting = List.copyOf(line);
        line.clear();
        for (SharedLink link : List.copyOf(links)) {
            link.shared().retire();
        }
        loop().atTurnEnd(() -> waiting.forEach(each -> each.fail(NodeUser.Loss.OUTDATED)));
    }
}
