// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

import io.evenkeel.dispatcher.http.Refusal;

/** Resources without which the process dies or hangs. */
public enum VitalResource {

    /** The heap, and the buffers outside it. */
    MEMORY("memory", Refusal.MEMORY_FULL),

    /** Files and sockets. */
    DESCRIPTORS("descriptors", Refusal.DESCRIPTORS_FULL),

    /** The time of event loops. */
    LOOPS("loops", Refusal.LOOP_LATE);

    private final String word;
    private final Refusal refusal;

    VitalResource(String word, Refusal refusal) {
        this.word = word;
        this.refusal = refusal;
    }

    /** The resource in one word, for API and metrics. */
    public String word() {
        return word;
    }

    /** The reason of requests that are refused for want of it. */
    Refusal refusal() {
        return refusal;
    }
}
