// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/** No cluster or node has that name; the message lists the names that exist. */
public final class UnknownNameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnknownNameException(String message) {
        super(message);
    }
}
