// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import org.jspecify.annotations.Nullable;

/**
 * A receiver at one moment.
 *
 * @param kind {@code webhook}, {@code mail} or {@code command}
 * @param sent messages that arrived
 * @param failed tries that failed
 * @param dropped messages that never arrived
 * @param waiting messages in its queue
 * @param problem the reason for which the last try failed; null when it did not
 */
public record ReceiverView(
        String name,
        String kind,
        long sent,
        long failed,
        long dropped,
        int waiting,
        @Nullable String problem) {}
