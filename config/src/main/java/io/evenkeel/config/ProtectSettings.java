// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.time.Duration;

/**
 * The part of what the process may have at which it takes no more connections, so that it does not die of more.
 *
 * @param memory share of the heap, and of the buffers outside it; 1 for no limit
 * @param descriptors share of the files and sockets that it may have open; 1 for no limit
 * @param loopLag time for which an event loop is behind its work; zero for no limit
 */
public record ProtectSettings(double memory, double descriptors, Duration loopLag) {

    public static final ProtectSettings DEFAULTS = new ProtectSettings(0.9, 0.9, Duration.ofMillis(500));
}
