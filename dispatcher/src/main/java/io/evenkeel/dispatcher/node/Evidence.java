// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import org.jspecify.annotations.Nullable;

/** Evidence about the health of a node from the end of one of its tasks. */
enum Evidence {
    NONE,
    /** The node is up and has failed too often in a row. */
    FAILING,
    /** The node is up and fails while its peers do not. */
    FAILING_ALONE,
    /** The node is up and the only one that tasks may be given to, and has failed twice in a row. */
    LAST_FAILING,
    PROBE_SUCCEEDED,
    PROBE_FAILED;

    void tell(@Nullable NodeJudge judge, Node node, long nowNs) {
        if (judge == null) {
            return;
        }
        switch (this) {
            case NONE -> {}
            case FAILING -> judge.failing(node, nowNs);
            case FAILING_ALONE -> judge.failingAlone(node, nowNs);
            case LAST_FAILING -> judge.lastFailing(node, nowNs);
            case PROBE_SUCCEEDED -> judge.probed(node, true, nowNs);
            case PROBE_FAILED -> judge.probed(node, false, nowNs);
        }
    }
}
