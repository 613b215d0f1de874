// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import io.evenkeel.dispatcher.admission.ClientNetwork;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The octets that each client keeps by taking answers slowly, with a bound, so that one client cannot keep all that
 * clients may. What several keep counts for each; {@link
 * ClientNetwork#MANY} has no bound of its own. Any thread.
 */
public final class ClientShares {

    private final long most;
    private final ConcurrentMap<Long, Long> kept = new ConcurrentHashMap<>();

    /**
     * @param most octets of one client
     */
    public ClientShares(long most) {
        this.most = most;
    }

    /**
     * True when a client may keep so many octets more. One that keeps nothing may, however many they are.
     *
     * @param one octets of an answer, which it may keep in any case
     */
    public boolean mayKeep(long client, long octets, long one) {
        Long now = client == ClientNetwork.MANY || kept.isEmpty() ? null : kept.get(client);
        return now == null || now + octets <= Math.max(most, one);
    }

    /** A client keeps octets. */
    public void keep(long client, long octets) {
        if (client != ClientNetwork.MANY) {
            kept.merge(client, octets, Long::sum);
        }
    }

    /** A client keeps them no more. */
    public void give(long client, long octets) {
        if (client != ClientNetwork.MANY) {
            kept.computeIfPresent(client, (key, now) -> now <= octets ? null : now - octets);
        }
    }

    /** Clients that keep something. */
    public int clients() {
        return kept.size();
    }
}
