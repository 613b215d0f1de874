// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A node as other joined dispatchers have it.
 *
 * @param late those of whom it is not known
 */
record ElsewhereThere(long inFlight, long sessions, long goneSeconds, List<String> late) {

    static final ElsewhereThere NOTHING = new ElsewhereThere(0, 0, 0, List.of());

    ElsewhereThere {
        late = List.copyOf(late);
    }

    /** Reads an answer of the admin API about the sessions of a node. */
    static ElsewhereThere of(JsonNode answer) {
        JsonNode there = answer.path("elsewhere");
        return new ElsewhereThere(
                there.path("inFlight").asLong(0),
                there.path("active").asLong(0),
                there.path("goneInSeconds").asLong(0),
                there.path("late").valueStream().map(each -> each.asString("?")).toList());
    }

    /** True when none of them has a task there, and each has said so. */
    boolean isIdle() {
        return inFlight == 0 && late.isEmpty();
    }

    /** The end of a sentence about the node; empty when there is nothing to say. */
    String text() {
        StringBuilder text = new StringBuilder();
        if (inFlight > 0 || sessions > 0) {
            text.append("; other dispatchers have " + inFlight + " in flight there and "
                    + (sessions == 1 ? "1 session" : sessions + " sessions"));
        }
        if (!late.isEmpty()) {
            text.append("; not known yet of " + String.join(", ", late));
        }
        return text.toString();
    }
}
