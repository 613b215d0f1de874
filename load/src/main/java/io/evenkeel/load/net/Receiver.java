// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import io.evenkeel.load.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * The listener that is told how a request ended; exactly one of the two methods is called for each, on the lane's
 * thread.
 */
public interface Receiver {

    void answered(ServerAnswer answer);

    /**
     * The request got no answer.
     *
     * @param why more than the kind says, in a sentence; null when it says all
     */
    void failed(FailureKind kind, @Nullable String why);
}
