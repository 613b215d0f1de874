// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The node that a client may use by itself for a while.
 *
 * @param quantum how long, from the answer on
 * @param stays true when the client asked before and stays where it was, so that no policy was asked
 * @param alternatives other nodes that are up, for a client that does not reach the first; a few, in random order by
 *     weight
 */
public record Selection(Place place, Duration quantum, boolean stays, List<Place> alternatives) {

    public Selection {
        alternatives = List.copyOf(alternatives);
    }

    /**
     * A node as a client reaches it.
     *
     * @param address host and port as the dispatcher reaches it
     * @param publicAddress such as {@code https://vcn1.example.org}; null when none is configured
     */
    public record Place(
            String node, String address, @Nullable String publicAddress) {}

    /**
     * A client's question.
     *
     * @param client its name for itself, so that it stays on its node; null for none
     * @param from its network address, by which policies know it when it has no name
     * @param quantum the time that it gets, above zero
     */
    public record Question(@Nullable String client, String from, Duration quantum) {}
}
