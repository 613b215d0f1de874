// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * Lines on the resources of a dispatcher's process: one for all, and one for each that is or was short.
 *
 * @param resources answer of the admin API; missing in that of an older version
 */
record ResourceLines(JsonNode resources) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<String> shares = new ArrayList<>();
        for (JsonNode each : resources) {
            String name = each.path("name").asString("?");
            shares.add(String.format(
                    Locale.ROOT, "%s %.0f %%", name, 100 * each.path("share").asDouble(0)));
            long pauses = each.path("pauses").asLong(0);
            long refusals = each.path("refusals").asLong(0);
            boolean free = each.path("level").asString("free").equals("free");
            if (!free || pauses > 0 || refusals > 0) {
                lines.add("%s: %s; %d times no connection was accepted, %d requests refused"
                        .formatted(
                                name,
                                free
                                        ? "free"
                                        : each.path("level").asString("?").toUpperCase(Locale.ROOT) + ", "
                                                + each.path("figure").asString("?"),
                                pauses,
                                refusals));
            }
        }
        if (!shares.isEmpty()) {
            lines.add(0, "used: " + String.join(", ", shares));
        }
        return lines;
    }
}
