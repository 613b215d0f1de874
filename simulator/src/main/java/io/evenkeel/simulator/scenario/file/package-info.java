// SPDX-License-Identifier: Apache-2.0
/**
 * Scenarios as files: those that come with the program, by name, and a user's own, by path.
 *
 * <p>YAML 1.2, one scenario in a file. A wrong file gets one error that names the place as {@code file:line:column} and
 * what may stand there. Knows nothing that runs a scenario; policies are names here.
 *
 * <p>Threads: a reader belongs to one; what it returns is immutable.
 */
@NullMarked
package io.evenkeel.simulator.scenario.file;

import org.jspecify.annotations.NullMarked;
