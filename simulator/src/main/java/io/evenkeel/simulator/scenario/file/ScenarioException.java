// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

/**
 * A scenario that cannot be read; the message is for people and begins with {@code file:line:column} when a place is to
 * blame.
 */
public final class ScenarioException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ScenarioException(String message) {
        super(message);
    }
}
