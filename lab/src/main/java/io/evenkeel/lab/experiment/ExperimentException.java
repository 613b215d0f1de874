// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import org.jspecify.annotations.Nullable;

/** An experiment cannot go on; the message says why. Everything it started is stopped. */
public final class ExperimentException extends Exception {

    private static final long serialVersionUID = 1L;

    ExperimentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
