// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import org.jspecify.annotations.Nullable;

/**
 * A cluster's source at one moment. Times are of the wall clock, in ms; 0 for never.
 *
 * @param source for people, such as {@code dns shop.svc.local}
 * @param found nodes of the last answer that was used
 * @param draining nodes that are found no more and still run something
 * @param answers all good answers
 * @param changes answers that changed the nodes
 * @param failures questions without an answer that could be used, empty ones included
 * @param lastAnswerMs the last good answer
 * @param problem the reason why the last question failed; null when it did not
 * @param remark what is odd in the last answer; empty for nothing
 */
public record DiscoveryView(
        String cluster,
        String source,
        int found,
        int draining,
        long answers,
        long changes,
        long failures,
        long lastAnswerMs,
        @Nullable String problem,
        String remark) {}
