// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import org.jspecify.annotations.Nullable;

/** An experiment, or a unit of it, cannot go on; the message says why. */
public final class ExperimentException extends Exception {

    private static final long serialVersionUID = 1L;

    public ExperimentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The exception of a stage that was closed while it was at work. */
    public static ExperimentException stopped() {
        return new ExperimentException("stopped", null);
    }
}
