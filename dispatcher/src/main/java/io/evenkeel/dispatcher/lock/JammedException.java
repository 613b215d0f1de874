// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.lock;

/** A lock is held by a thread or policy that hangs; nothing was changed. The message names the holder or the lock. */
public final class JammedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public JammedException(String message) {
        super(message);
    }
}
