// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import org.jspecify.annotations.Nullable;

/** The receiver of what concerns a {@link SharedConnection} as a whole. All calls come from its loop. */
public interface SharedOwner {

    /** The number of open streams, or of those that may be opened, has changed. */
    void changed(SharedConnection connection);

    /** Time for which it stays open without a stream, in ns. */
    long idleNs();

    /**
     * The connection is gone; the last call.
     *
     * @param failure the reason why it was never of use; null when it was
     */
    void gone(SharedConnection connection, @Nullable Throwable failure);
}
