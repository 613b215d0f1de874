// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/**
 * Something an experiment must show of this project's own work; one that is missed ends the command with 99.
 *
 * @param says the goal and the figure that was measured, as one line
 */
public record Threshold(String scenario, String says, boolean held) {}
