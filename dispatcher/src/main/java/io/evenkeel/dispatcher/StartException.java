// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

/** The dispatcher could not start; the message tells the user what to do about it. */
public final class StartException extends Exception {

    private static final long serialVersionUID = 1L;

    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
