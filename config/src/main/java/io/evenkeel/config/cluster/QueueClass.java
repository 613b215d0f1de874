// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import io.evenkeel.config.address.Network;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class of requests with a waiting line of its own. A request belongs to it when all fits that is given.
 *
 * @param path the beginning of the path, up to a border of its segments
 * @param host the host without its port, in lower case; {@code *.example.org} for every name below
 * @param header name of a field, and behind a colon its value if only that one fits
 * @param cookie name of a cookie, and behind {@code =} its value if only that one fits
 * @param networks the networks of clients, one of which fits; empty for all
 * @param share of the places that become free, 0.0 to 1.0, while requests of the class wait
 * @param priority the higher, the earlier, for the places that no share is for
 */
public record QueueClass(
        String name,
        @Nullable String path,
        @Nullable String host,
        @Nullable String header,
        @Nullable String cookie,
        SessionKind session,
        List<Network> networks,
        double share,
        int priority) {

    /** The requests that no class fits. */
    public static final String OTHER = "other";

    /** The sessions whose requests belong to a class. */
    public enum SessionKind {
        /** All, and requests without a session. */
        ANY,
        /** Requests that belong to no session yet. */
        NEW,
        /** Requests of a session that is known. */
        RUNNING
    }

    public QueueClass {
        networks = List.copyOf(networks);
    }
}
