// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The rates of every node in the last five minutes, coarse and in little memory. One thread at a time. */
final class Sparks {

    static final int EVERY_S = 5;

    private static final int POINTS = 60;
    private static final long EVERY_NS = EVERY_S * 1_000_000_000L;

    private final Map<FigureOwner, float[]> rings = new HashMap<>();
    private long notedNs;
    private int next;

    /** Takes a reading, unless the last one that was taken is too recent. */
    void note(List<ClusterFigures> clusters, long nowNs) {
        if (!rings.isEmpty() && nowNs - notedNs < EVERY_NS) {
            return;
        }
        notedNs = nowNs;
        Set<FigureOwner> seen = new HashSet<>();
        for (ClusterFigures cluster : clusters) {
            for (NodeFigures node : cluster.nodes()) {
                FigureOwner owner = FigureOwner.of(node);
                seen.add(owner);
                rings.computeIfAbsent(owner, key -> unknown())[next] =
                        (float) node.rates().perSecond();
            }
        }
        rings.keySet().retainAll(seen);
        next = (next + 1) % POINTS;
    }

    private static float[] unknown() {
        float[] ring = new float[POINTS];
        Arrays.fill(ring, Float.NaN);
        return ring;
    }

    /** Oldest first, from the first that is known. */
    String text(FigureOwner owner) {
        float[] ring = rings.get(owner);
        if (ring == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int point = 0; point < POINTS; point++) {
            float rate = ring[(next + point) % POINTS];
            if (!Float.isNaN(rate)) {
                text.append(text.isEmpty() ? "" : " ").append(String.format(Locale.ROOT, "%.1f", rate));
            }
        }
        return text.toString();
    }
}
