// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.lab.load.FailureKind;
import io.evenkeel.lab.load.LoadReport;
import io.evenkeel.lab.load.LoadReport.Latencies;
import io.evenkeel.lab.load.LoadReport.NodeFigures;
import java.util.List;
import java.util.Map;

/** Runs with given figures, ten seconds of hold each. */
final class Runs {

    private Runs() {}

    /** A run in which every failure is a refusal, half of them on the way up. */
    static Run run(String policy, double lastWeight, long requests, long failures) {
        long early = failures / 2;
        return new Run(
                Jqostd.scenarios().get(2),
                policy,
                0,
                lastWeight,
                report(100, early),
                report(requests, failures - early),
                10,
                Map.of("vcn1", 40.0 + failures),
                List.of());
    }

    private static LoadReport report(long requests, long failures) {
        Latencies latencies = new Latencies(10 + requests / 100.0, 9, 50, 80);
        return new LoadReport(
                requests,
                failures,
                failures == 0 ? Map.of() : Map.of(FailureKind.BAD_GATEWAY, failures),
                latencies,
                Map.of(
                        "vcn1", new NodeFigures(requests * 3 / 4, 0, latencies),
                        "vcn3", new NodeFigures(requests / 4, failures, latencies)));
    }
}
