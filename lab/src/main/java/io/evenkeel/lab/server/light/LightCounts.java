// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

/**
 * The work of a light server since it started; the difference of two is the work in between.
 *
 * @param takenNs moment at which they were taken, by {@link System#nanoTime}
 * @param arrived requests that came
 * @param completed requests that were answered
 * @param refused requests that were turned away because the queue was full
 * @param responseNs of the answered ones from arrival to answer, in all
 * @param serviceNs processor time they got, in all cores
 * @param busyNs time in which the processor was at work; half-used cores count half
 */
public record LightCounts(
        long takenNs, long arrived, long completed, long refused, long responseNs, long serviceNs, long busyNs) {

    /** The counts since earlier ones. */
    public LightCounts since(LightCounts before) {
        return new LightCounts(
                takenNs - before.takenNs,
                arrived - before.arrived,
                completed - before.completed,
                refused - before.refused,
                responseNs - before.responseNs,
                serviceNs - before.serviceNs,
                busyNs - before.busyNs);
    }

    /** Share of the time in which the processor was at work, of the time these counts cover. */
    public double utilisation() {
        return takenNs == 0 ? 0 : (double) busyNs / takenNs;
    }
}
