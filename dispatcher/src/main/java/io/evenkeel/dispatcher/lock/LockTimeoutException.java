// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.lock;

/** A lock is held by a thread or policy that hangs; nothing was changed. The message names the holder or the lock. */
public final class LockTimeoutException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public LockTimeoutException(String message) {
        super(message);
    }
}
