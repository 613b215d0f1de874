// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/** There is no cluster or node of that name; the message says which there are. */
public final class UnknownNameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnknownNameException(String message) {
        super(message);
    }
}
