// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.backend.h2.SharedConnection;
import io.evenkeel.dispatcher.backend.h2.SharedOwner;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a {@link SharedPool} and the host that the node has proved on it.
 *
 * <p>Where loops are more than connections, the loop that has one makes a pause in using it now and then: the
 * connection takes no streams for a moment and ends if it has none left then. When it has, it goes on, so that a stream
 * that does not end keeps nobody of its own loop out for long. Threads: its loop.
 */
final class SharedLink implements SharedOwner {

    /** Longest time for which a connection takes no streams, so that it may end. */
    private static final long PAUSE_NS = 100_000_000;

    /** Shortest time between two of these. */
    private static final long TURN_NS = 400_000_000;

    private final SharedPool pool;
    private final @Nullable String host;
    private final SharedConnection shared;
    private boolean givesWay;
    private long turnNs;

    /** @param host that the node is to prove; null where one connection is as good as another */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // the connection only keeps the reference
    SharedLink(SharedPool pool, @Nullable String host, long patienceNs) {
        this.pool = pool;
        this.host = host;
        this.shared = new SharedConnection(pool.loop(), this, patienceNs);
        this.turnNs = pool.loop().nowNs();
    }

    SharedConnection shared() {
        return shared;
    }

    boolean fits(@Nullable String wanted) {
        return Objects.equals(host, wanted);
    }

    /** The host that the node has proved on it; null where one connection is as good as another. */
    @Nullable
    String host() {
        return host;
    }

    /** True when one stream more may be opened now. */
    boolean takes() {
        return takesTired() && !shared.tired();
    }

    /** The same where a connection with many cancelled streams will do. */
    boolean takesTired() {
        return !givesWay && shared.takes();
    }

    /** True for a connection that takes streams soon, if not now. */
    boolean promises() {
        boolean soon = shared.pending() || givesWay || takes() || shared.mostStreams() == 0;
        return soon && lasts();
    }

    /** True for a connection that does not end with its last stream. */
    boolean lasts() {
        return !shared.retired();
    }

    /** True for an open connection without a stream. */
    boolean isIdle() {
        return lasts() && !shared.pending() && shared.streamCount() == 0;
    }

    /** True while the connection takes no streams for the sake of another loop. */
    boolean givesWay() {
        return givesWay;
    }

    /**
     * Takes no streams for the sake of another loop.
     *
     * @param only true for the only connection of its loop, which does so for a moment, and not again for a while
     */
    void giveWay(boolean only) {
        if (!only) {
            givesWay = true;
            shared.retire();
        } else if (!givesWay && pool.loop().nowNs() - turnNs > TURN_NS) {
            givesWay = true;
            pool.loop().after(PAUSE_NS, this::goOn);
        }
    }

    private void goOn() {
        givesWay = false;
        turnNs = pool.loop().nowNs();
        pool.changed(this);
    }

    @Override
    public void changed(SharedConnection connection) {
        pool.changed(this);
    }

    @Override
    public long idleNs() {
        return pool.idleNs(-1);
    }

    @Override
    public void gone(SharedConnection connection, @Nullable Throwable failure) {
        pool.gone(this, failure);
    }
}
