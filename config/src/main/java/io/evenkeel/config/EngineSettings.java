// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.time.Duration;

/**
 * The engine under the data plane; changes need a restart.
 *
 * @param transport the interface of the kernel that moves the bytes
 * @param loops event loops; 0 for one per core
 * @param drain longest time a stop waits for running tasks
 * @param protect at what it takes no more work, so that it does not die of it
 * @param notice time before that in which the dispatcher says that it stops and still serves everybody
 */
public record EngineSettings(Transport transport, int loops, Duration drain, ProtectSettings protect, Duration notice) {

    public static final EngineSettings DEFAULTS = new EngineSettings(Transport.AUTO, 0, Duration.ofSeconds(30));

    /** An engine with the default protection that stops without notice. */
    public EngineSettings(Transport transport, int loops, Duration drain) {
        this(transport, loops, drain, ProtectSettings.DEFAULTS, Duration.ZERO);
    }

    /** Kernel interfaces; AUTO is epoll where it is available, else NIO. */
    public enum Transport {
        AUTO,
        EPOLL,
        IO_URING,
        NIO
    }
}
