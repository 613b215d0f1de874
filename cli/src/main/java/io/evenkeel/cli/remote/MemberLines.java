// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Lines on the joined dispatchers, one for each.
 *
 * @param join of the admin API's answer about the dispatcher; missing for one by itself
 */
record MemberLines(JsonNode join) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (join.path("problem").isString()) {
            lines.add("join: NOT JOINED: " + join.path("problem").asString(""));
        }
        for (JsonNode member : join.path("members")) {
            boolean self = member.path("self").asBoolean(false);
            lines.add("join: %s%s, version %s, configuration %d, %d in flight, %s tasks/s%s%s%s"
                    .formatted(
                            member.path("name").asString("?"),
                            self ? " (this one)" : "",
                            member.path("version").asString("?"),
                            member.path("configGeneration").asInt(0),
                            member.path("inFlight").asLong(0),
                            String.format(
                                    Locale.ROOT,
                                    "%.1f",
                                    member.path("perSecond").asDouble(0)),
                            every(member),
                            self ? "" : age(member),
                            member.path("draining").asBoolean(false) ? ", draining" : ""));
        }
        return lines;
    }

    /** The time between its reports; nothing of a dispatcher of an earlier version, which does not tell it. */
    private static String every(JsonNode member) {
        int everyMs = member.path("everyMs").asInt(0);
        return everyMs == 0 ? "" : ", reports every " + everyMs + " ms";
    }

    private static String age(JsonNode member) {
        double share = member.path("share").asDouble(1);
        Duration age = Duration.ofMillis(member.path("ageMs").asLong(0));
        return share >= 1
                ? ", heard " + age.toMillis() + " ms ago"
                : ", LATE: heard " + NumberTexts.age(age) + " ago, counts " + Math.round(100 * share) + " %";
    }
}
