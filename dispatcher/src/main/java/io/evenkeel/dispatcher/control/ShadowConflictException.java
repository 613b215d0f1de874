// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/** A shadow cannot be started because of the running ones. */
public final class ShadowConflictException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ShadowConflictException(String message) {
        super(message);
    }
}
