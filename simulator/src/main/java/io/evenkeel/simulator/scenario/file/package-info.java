// SPDX-License-Identifier: Apache-2.0
/**
 * Scenarios as files: those that come with the program, by name, and a user's own, by path.
 *
 * <p>YAML 1.2, one scenario in a file, read by module {@code config}: {@code ScenarioSchema} lists the keys,
 * {@code ScenarioReader} makes records of their values. A wrong file gets errors with their places and remedies. Knows
 * nothing that runs a scenario; policies are names here.
 *
 * <p>Threads: a reader belongs to one; what it returns is immutable.
 */
@NullMarked
package io.evenkeel.simulator.scenario.file;

import org.jspecify.annotations.NullMarked;
