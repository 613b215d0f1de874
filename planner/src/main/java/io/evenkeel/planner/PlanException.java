// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

/** The planner's input makes no sense; the message names the place and the remedy. */
public final class PlanException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PlanException(String message) {
        super(message);
    }
}
