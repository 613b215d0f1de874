// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

/** A server did not start; the message names it and shows the end of its log. All its processes are gone. */
public final class StartFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    StartFailedException(String message) {
        super(message);
    }

    StartFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
