// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.testbed;

import java.time.Duration;
import java.util.Map;

/**
 * The work of the real servers, which makes their workers and connections scarce and the machine's processors not.
 *
 * <p>The two or four processors of a laptop carry servers, database, dispatcher and users. So a request waits more than
 * it computes: each of its database operations does the work of {@link #PROPERTIES} on a database that is a round trip
 * of {@link #ROUND_TRIP} away. Every server keeps 150 MB of small objects and each operation another, so that 512 MB
 * are plenty and 256 MB mean one full collection after the other.
 */
public final class Workload {

    /** The way from a server to the database and back. */
    public static final Duration ROUND_TRIP = Duration.ofMillis(6);

    /** Extra work of {@code trade} on every database operation, as system properties. */
    public static final Map<String, String> PROPERTIES =
            Map.of("trade.queries", "2", "trade.work", "4", "trade.held", "1024", "trade.ballast", "153600");

    private Workload() {}
}
