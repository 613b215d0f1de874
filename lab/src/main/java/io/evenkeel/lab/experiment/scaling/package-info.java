// SPDX-License-Identifier: Apache-2.0
/**
 * The second paper's experiment: the growth of response time with the rate, on one server or five, beside the forecasts
 * of queueing theory.
 *
 * <p>It starts light servers only. Threads: stateless except for what is under way in a stage.
 */
@NullMarked
package io.evenkeel.lab.experiment.scaling;

import org.jspecify.annotations.NullMarked;
