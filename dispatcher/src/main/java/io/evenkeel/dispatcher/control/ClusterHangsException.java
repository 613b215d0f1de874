// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/** A cluster could not be changed or asked, because its policy hangs in a call; nothing was changed. */
public final class ClusterHangsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ClusterHangsException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
