// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.yaml.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that the clusters of one listener do not overwrite each other's cookies of affinity. One use. */
final class CookieNames {

    private final Problems problems;
    private final Map<String, String> said = new HashMap<>();

    CookieNames(Problems problems) {
        this.problems = problems;
    }

    /** @param clusters by name */
    void check(ParsedSection listener, Map<String, Item> clusters) {
        Map<String, String> owners = new HashMap<>();
        for (ParsedSection target : targets(listener)) {
            String name = target.find("cluster", String.class);
            Item item = name == null ? null : clusters.get(name);
            ParsedSection affinity = item == null ? null : ((ParsedSection) item.value()).block("affinity");
            if (name == null || affinity == null || affinity.find("mode", Mode.class) != Mode.COOKIE) {
                continue;
            }
            String cookie = String.valueOf(affinity.find("name", String.class));
            String first = owners.putIfAbsent(cookie, name);
            if (first != null && !first.equals(name) && said.putIfAbsent(name, first) == null) {
                problems.error(
                        affinity.placeOf(affinity.gives("name") ? "name" : "mode"),
                        "clusters '" + first + "' and '" + name + "' would overwrite each other's cookie " + cookie,
                        "give one of them another name: {mode: cookie, name: " + cookie + "_2}");
            }
        }
    }

    /** The sections of a listener that name a cluster whose cookies clients get. */
    private static List<ParsedSection> targets(ParsedSection listener) {
        List<ParsedSection> targets = new ArrayList<>();
        for (ParsedSection route : listener.blocks("routes")) {
            targets.add(route);
            ParsedSection canary = route.block("canary");
            if (canary != null) {
                targets.add(canary);
            }
        }
        return targets;
    }
}
