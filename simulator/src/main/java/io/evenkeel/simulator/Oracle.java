// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

/**
 * Rules with knowledge that no dispatcher can have, as bounds of the possible: the state of every server at this very
 * moment, and its true rates.
 *
 * <p>None is a strict bound, so the better of them is the one to compare with: the first is greedy, the second is no
 * better than first come first served. All requests go through one dispatcher, whatever the scenario says, and its
 * queue has no end.
 */
public enum Oracle {
    /** Takes the server where the expected delay is least, unless it would refuse or fail. */
    SHORTEST_EXPECTED_DELAY("oracle-sed"),
    /** Keeps requests back until a server has a free worker; then takes the one where the expected delay is least. */
    CENTRAL_QUEUE("oracle-central-queue"),
    /** Keeps requests back until a server has a free core; only for servers that only compute. */
    CENTRAL_QUEUE_OF_CORES("oracle-central-queue-of-cores");

    private final String label;

    Oracle(String label) {
        this.label = label;
    }

    /** A name for tables, kebab-case. */
    public String label() {
        return label;
    }
}
