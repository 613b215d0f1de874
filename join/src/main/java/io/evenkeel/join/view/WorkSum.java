// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;

/**
 * The work of a member in all nodes that it has.
 *
 * @param inFlight tasks that have not ended
 * @param perTenSeconds tasks given to nodes in ten seconds
 * @param out nodes that it takes for ill
 */
record WorkSum(long inFlight, long perTenSeconds, int out) {

    static WorkSum of(MemberReport report) {
        long inFlight = 0;
        long perTenSeconds = 0;
        int out = 0;
        for (ClusterWork work : report.clusters()) {
            for (int i = 0; i < work.keys().length; i++) {
                inFlight += work.inFlight()[i];
                perTenSeconds += work.perTenSeconds()[i];
                out += work.out()[i] ? 1 : 0;
            }
        }
        return new WorkSum(inFlight, perTenSeconds, out);
    }
}
