// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings.cluster;

import java.time.Duration;

/**
 * Where tasks wait when no node may take them.
 *
 * @param size most waiting tasks; 0 refuses at once
 * @param timeout longest wait of one task
 */
public record QueueSettings(int size, Duration timeout) {

    public static final QueueSettings DEFAULTS = new QueueSettings(1024, Duration.ofMillis(600));
}
