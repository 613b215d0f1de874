// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.log.Spacing;
import io.evenkeel.dispatcher.node.Node;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reasons against the samples of a node. Each sample that is set aside is counted; the log says once that the node
 * is doubted, and once that it is believed again.
 *
 * <p>The same reason is logged at most once a minute, no matter how often it comes. One thread at a time.
 */
@SuppressWarnings("EnumOrdinal") // counters by reason
final class Rejections {

    private static final RejectReason[] LIES = RejectReason.values();
    private static final long SPACING_NS = 60_000_000_000L;

    private final Node node;
    private final EventLogger log;
    private final long[] counts = new long[LIES.length];
    private final Spacing[] lines = new Spacing[LIES.length];
    private @Nullable RejectReason present;
    private String detail = "";
    private boolean toTakeBack;

    Rejections(Node node, EventLogger log) {
        this.log = log;
        this.node = node;
        Arrays.setAll(lines, k -> new Spacing(SPACING_NS));
    }

    /** Holds one more sample against the node. */
    void raise(RejectReason reason, String newDetail, long nowNs) {
        int k = reason.ordinal();
        counts[k]++;
        detail = newDetail;
        if (present == reason) {
            return;
        }
        present = reason;
        if (lines[k].passes(nowNs)) {
            toTakeBack = true;
            log.warn(node + ": its sample is set aside, " + newDetail);
        }
    }

    /** A sample can be believed again. */
    void settle() {
        if (present != null) {
            present = null;
            if (toTakeBack) {
                toTakeBack = false;
                log.info(node + ": its samples are believed again");
            }
        }
    }

    /** True while the last sample was set aside. */
    boolean standing() {
        return present != null;
    }

    /** The reason for which the last sample was set aside. */
    String detail() {
        return detail;
    }

    Map<RejectReason, Long> counts() {
        Map<RejectReason, Long> all = new EnumMap<>(RejectReason.class);
        for (RejectReason reason : LIES) {
            all.put(reason, counts[reason.ordinal()]);
        }
        return all;
    }
}
