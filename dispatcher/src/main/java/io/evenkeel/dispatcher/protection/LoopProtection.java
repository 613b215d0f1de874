// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

import io.evenkeel.dispatcher.http.Refusal;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Says to the requests of an event loop whether they may be served. Threads: the loop asks, which costs a read of
 * memory; any may read the counts.
 */
@SuppressWarnings("EnumOrdinal") // columns of numbers
public final class LoopProtection {

    private final AtomicLongArray refused = new AtomicLongArray(VitalResource.values().length);
    private volatile @Nullable VitalResource lacking;

    /** A protection that refuses nobody until it is told to. */
    public LoopProtection() {}

    /** The reason to refuse a request that has come now, which is counted; null to serve it. */
    public @Nullable Refusal refusal() {
        VitalResource now = lacking;
        if (now == null) {
            return null;
        }
        refused.incrementAndGet(now.ordinal());
        return now.refusal();
    }

    /** Sets the resource for want of which requests are refused from now on; null for none. */
    void lacks(@Nullable VitalResource resource) {
        lacking = resource;
    }

    /** Requests refused so far for want of a resource. */
    long refused(VitalResource resource) {
        return refused.get(resource.ordinal());
    }
}
