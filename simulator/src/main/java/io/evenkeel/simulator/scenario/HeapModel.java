// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * The memory of a server and how it is collected.
 *
 * <p>Live are the base and a part for each request that has a worker; every request leaves garbage when it ends.
 * Garbage that fills the young part, or what is not live, starts a collection, during which the server stands still:
 * {@code pause + pausePerMb · live}, three times as long when more than 95 % is live. A request that would make more
 * than 99 % live fails.
 *
 * @param sizeMb all of it
 * @param baseMb live without any request
 * @param perRequestMb live for each request that has a worker
 * @param garbageMb left by a request
 * @param youngShare the young part's share of the heap, above 0 to 1
 * @param pauseMs shortest collection
 * @param pausePerMbMs added for each live megabyte
 */
public record HeapModel(
        double sizeMb,
        double baseMb,
        double perRequestMb,
        double garbageMb,
        double youngShare,
        double pauseMs,
        double pausePerMbMs) {

    public HeapModel {
        ScenarioChecks.aboveZero("heap size", sizeMb);
        ScenarioChecks.zeroOrMore("heap base", baseMb);
        ScenarioChecks.zeroOrMore("heap per-request", perRequestMb);
        ScenarioChecks.zeroOrMore("heap garbage", garbageMb);
        ScenarioChecks.aboveZero("heap young", youngShare);
        ScenarioChecks.share("heap young", youngShare);
        ScenarioChecks.zeroOrMore("heap pause", pauseMs);
        ScenarioChecks.zeroOrMore("heap pause-per-mb", pausePerMbMs);
        ScenarioChecks.that(baseMb + perRequestMb < 0.99 * sizeMb, "heap base", "leaves room for one request", baseMb);
    }
}
