// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

/**
 * A scenario that cannot be read; the message is for people, begins with the file's name and shows each error at its
 * place.
 */
public final class ScenarioException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ScenarioException(String message) {
        super(message);
    }
}
