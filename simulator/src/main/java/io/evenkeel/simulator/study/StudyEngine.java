// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import io.evenkeel.simulator.scenario.Scenario;

/** The runner of one simulation; called on many threads at once. */
interface StudyEngine {

    RunFigures run(Scenario scenario, StudiedPolicy policy, long seed);

    /** The most throughput and the least 99th percentile that any oracle reaches. */
    Reference reference(Scenario scenario, long seed);

    /** The figures that policies are compared with. */
    record Reference(double throughputPerSecond, double p99Ms) {}
}
