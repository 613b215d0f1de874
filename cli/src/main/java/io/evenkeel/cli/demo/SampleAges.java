// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.dispatcher.node.Decision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The age of each node's sample at each look, to the millisecond, as the policy would have read it at that moment. A
 * node without a sample in force counts for nothing. One thread.
 */
final class SampleAges {

    private final Map<String, TreeMap<Long, Long>> seen = new HashMap<>();

    /** Notes the ages of this moment. */
    void look(List<Decision.Candidate> candidates) {
        for (Decision.Candidate node : candidates) {
            if (node.sampleAgeMs() >= 0) {
                seen.computeIfAbsent(node.node(), name -> new TreeMap<>()).merge(node.sampleAgeMs(), 1L, Long::sum);
            }
        }
    }

    /** The age that half of all looks did not exceed, milliseconds; null when there never was a sample. */
    @Nullable
    Long medianMs(String node) {
        TreeMap<Long, Long> ages = seen.getOrDefault(node, new TreeMap<>());
        long looks = ages.values().stream().mapToLong(Long::longValue).sum();
        long passed = 0;
        for (Map.Entry<Long, Long> age : ages.entrySet()) {
            passed += age.getValue();
            if (2 * passed >= looks) {
                return age.getKey();
            }
        }
        return null;
    }
}
