// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.affinity.store.SharedSessions;
import io.evenkeel.dispatcher.affinity.table.SessionTable;
import org.jspecify.annotations.Nullable;

/**
 * The part of one cluster that all loops share.
 *
 * @param store the settings of the store that {@code shared} uses
 * @param shared the sessions that other dispatchers know, too; null when there is no store
 */
record ClusterParts(
        RouteTable routes,
        AffinityCounts counts,
        SessionTally tally,
        SessionTable sessions,
        SessionTable addresses,
        @Nullable StoreSettings store,
        @Nullable SharedSessions shared) {

    static ClusterParts of(AffinitySettings settings) {
        return with(new RouteTable(), new AffinityCounts(), settings);
    }

    /** The same with tables of other bounds, which begin empty. */
    ClusterParts with(AffinitySettings settings) {
        return with(routes, counts, settings);
    }

    /** The same with another store. */
    ClusterParts with(@Nullable StoreSettings newStore, @Nullable SharedSessions newShared) {
        return new ClusterParts(routes, counts, tally, sessions, addresses, newStore, newShared);
    }

    private static ClusterParts with(RouteTable routes, AffinityCounts counts, AffinitySettings settings) {
        SessionTally fresh = new SessionTally();
        return new ClusterParts(
                routes,
                counts,
                fresh,
                new SessionTable(settings.followed(), idleS(settings), fresh),
                new SessionTable(settings.entries(), idleS(settings), new SessionTally()),
                null,
                null);
    }

    private static int idleS(AffinitySettings settings) {
        return (int)
                Math.min(SessionTable.LONGEST_IDLE, Math.max(1, settings.idle().toSeconds()));
    }

    boolean fits(AffinitySettings settings) {
        return sessions.entries() == settings.followed()
                && addresses.entries() == settings.entries()
                && sessions.idleSeconds() == idleS(settings);
    }
}
