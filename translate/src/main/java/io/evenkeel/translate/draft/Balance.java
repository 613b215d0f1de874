// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import java.util.List;

/** The policies that come nearest to the ways in which other products choose a server. */
public enum Balance {
    IN_TURN("round-robin", "weighted-round-robin"),
    LEAST_CONNECTIONS("least-connections", "weighted-least-connections"),
    ADDRESS("source-hash", "source-hash"),
    PATH("uri-hash", "uri-hash"),
    TWO_BY_CHANCE("power-of-two", "power-of-two"),
    BY_CHANCE("random", "random"),
    FASTEST("fastest-response", "fastest-response"),
    SAMPLES("headroom", "headroom");

    private final String equal;
    private final String weighted;

    Balance(String equal, String weighted) {
        this.equal = equal;
        this.weighted = weighted;
    }

    /** The policy's name for nodes of equal or of different weights. */
    public String policy(List<DraftSection> nodes) {
        return nodes.stream().map(each -> each.find("weight")).distinct().count() > 1 ? weighted : equal;
    }
}
