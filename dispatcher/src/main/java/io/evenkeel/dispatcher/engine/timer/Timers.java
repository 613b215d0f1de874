// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.timer;

/** A source of timeouts for one loop. */
public interface Timers {

    /** A timeout that is not armed yet; its action runs on the loop. */
    Timeout timeout(Runnable action);
}
