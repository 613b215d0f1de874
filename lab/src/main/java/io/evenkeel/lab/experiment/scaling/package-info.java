// SPDX-License-Identifier: Apache-2.0
/**
 * The second paper's experiment: how response time grows with the rate, one server or five, and what queueing theory would have said.
 *
 * <p>It starts light servers only. Threads: stateless but for what is under way in a stage.
 */
@NullMarked
package io.evenkeel.lab.experiment.scaling;

import org.jspecify.annotations.NullMarked;
