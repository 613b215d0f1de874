// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import java.time.Duration;

/**
 * The queue in which tasks wait when no node may take them.
 *
 * @param size most waiting tasks; 0 refuses at once
 * @param timeout longest wait of one task
 * @param discipline the rule for the task that is served next
 * @param target wait of the oldest above which the queue is late, for {@link Discipline#CODEL}
 */
public record QueueSettings(int size, Duration timeout, Discipline discipline, Duration target) {

    public static final QueueSettings DEFAULTS = new QueueSettings(1024, Duration.ofMillis(600));

    /** The order in which waiting tasks are served. */
    public enum Discipline {
        /** The oldest; while the queue is late the newest, and the old are dropped. */
        CODEL,
        /** Always the oldest. */
        FIFO
    }

    /** A queue by CoDel's rule with the default target. */
    public QueueSettings(int size, Duration timeout) {
        this(size, timeout, Discipline.CODEL, Duration.ofMillis(200));
    }

    /** The target in nanoseconds; 0 when the queue is served in order. */
    public long targetNs() {
        return discipline == Discipline.CODEL ? target.toNanos() : 0;
    }
}
