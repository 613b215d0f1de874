// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import org.jspecify.annotations.Nullable;

/** The source of load reports, which also decides the turn to carry one. Asked with every request, by any thread. */
interface LoadReports {

    /** A report that is to be carried; null when none is due. */
    @Nullable
    String due(long nowNs);

    /** Takes a report that was due; false when another answer was faster. */
    boolean take(String report);
}
