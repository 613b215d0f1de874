// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.scenario.RequestKind;
import io.evenkeel.simulator.scenario.WorkModel;
import io.evenkeel.simulator.server.Tasks;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestDemandTest {

    private static final int SESSIONS = 2_000;
    private static final int REQUESTS = 10;
    private static final Distribution NONE = Distribution.parse("constant(0ms)");

    /** Requests that are reports, of a share of 30 %, and sessions that have both. */
    private record Drawn(double reportShare, double mixedShare) {}

    private static Drawn drawn(WorkModel.KindsOf kindsOf) {
        RequestKind report = new RequestKind(
                "report", 0.3, Distribution.parse("constant(50ms)"), NONE, NONE, RequestKind.Stay.WORKER);
        WorkModel work = new WorkModel(Distribution.parse("constant(5ms)"), NONE, 0, List.of(report), kindsOf);
        RequestDemand demand = new RequestDemand(work, new Tasks(), 1);
        int reports = 0;
        int mixed = 0;
        for (int session = 1; session <= SESSIONS; session++) {
            int before = reports;
            for (int nth = 0; nth < REQUESTS; nth++) {
                reports += demand.draw(0, session, nth, session);
            }
            mixed += reports == before || reports == before + REQUESTS ? 0 : 1;
        }
        return new Drawn((double) reports / SESSIONS / REQUESTS, (double) mixed / SESSIONS);
    }

    @Test
    void eachRequestHasAKindOfItsOwn() {
        Drawn drawn = drawn(WorkModel.KindsOf.REQUEST);

        assertThat(drawn.reportShare).isEqualTo(0.3, within(0.02));
        assertThat(drawn.mixedShare).isGreaterThan(0.9);
    }

    @Test
    void aSessionAsksForOneKindOnly() {
        Drawn drawn = drawn(WorkModel.KindsOf.SESSION);

        assertThat(drawn.reportShare).isEqualTo(0.3, within(0.04));
        assertThat(drawn.mixedShare).isZero();
    }
}
