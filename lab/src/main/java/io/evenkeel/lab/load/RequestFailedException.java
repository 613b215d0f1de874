// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

/** A request got no usable answer. */
final class RequestFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final FailureKind kind;

    RequestFailedException(FailureKind kind, String message) {
        super(message);
        this.kind = kind;
    }

    FailureKind kind() {
        return kind;
    }
}
