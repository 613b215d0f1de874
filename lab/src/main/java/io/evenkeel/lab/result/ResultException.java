// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.result;

/** A result folder cannot be used; the message names it and says what to do. */
public final class ResultException extends Exception {

    private static final long serialVersionUID = 1L;

    ResultException(String message) {
        super(message);
    }

    ResultException(String message, Throwable cause) {
        super(message, cause);
    }
}
