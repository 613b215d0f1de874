// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.copy;

import io.evenkeel.config.listener.MirrorSettings;
import io.evenkeel.dispatcher.exchange.cache.Refresh;
import io.evenkeel.dispatcher.node.Cluster;

/** Sends copies of requests to other clusters; the requests themselves do not wait for that. One event loop. */
public interface CopyTaker {

    /** Nobody who takes copies. */
    CopyTaker NONE = new CopyTaker() {
        @Override
        public boolean wants(MirrorSettings rule) {
            return false;
        }

        @Override
        public void take(MirrorCopy copy) {
            throw new IllegalStateException("nobody wants a copy");
        }

        @Override
        public boolean hold(int octets) {
            throw new IllegalStateException("nobody wants a copy");
        }

        @Override
        public void drop(long held) {
            throw new IllegalStateException("nobody wants a copy");
        }

        @Override
        public boolean refresh(Cluster cluster, Refresh order) {
            return false;
        }
    };

    /** True when a request, which a rule is for, is to be copied; {@link #take} or {@link #drop} follows once. */
    boolean wants(MirrorSettings rule);

    /** Takes a copy that is whole; it is sent later, not before this returns. */
    void take(MirrorCopy copy);

    /** Takes memory for more octets of a copy that was wanted; false, and none is taken, when copies hold too much. */
    boolean hold(int octets);

    /**
     * Gives back the place of a copy that was wanted and comes to nothing, and its memory.
     *
     * @param held octets that {@link #hold} has taken for it
     */
    void drop(long held);

    /**
     * Sends a request of the cache to a cluster, later, not before this returns; false, and nothing is taken over, when
     * too many are under way.
     */
    boolean refresh(Cluster cluster, Refresh order);
}
