// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The dispatchers before the servers of a run. Connections are dealt to several in turn, one after the other.
 *
 * @param dispatchers at least 1
 * @param joined they share one view; else they know nothing of each other
 * @param uneven all but the first know the first half of the servers only
 */
public record FrontPlan(int dispatchers, boolean joined, boolean uneven) {

    /** One dispatcher. */
    public static final FrontPlan ONE = new FrontPlan(1, false, false);

    /** The servers that a dispatcher knows, counted from 0, out of all. */
    Map<String, Integer> servers(int dispatcher, Map<String, Integer> all) {
        if (!uneven || dispatcher == 0) {
            return all;
        }
        Map<String, Integer> half = new LinkedHashMap<>();
        all.forEach((name, port) -> {
            if (half.size() < (all.size() + 1) / 2) {
                half.put(name, port);
            }
        });
        return half;
    }
}
