// SPDX-License-Identifier: Apache-2.0
/**
 * The fifth paper's experiment: a broker places sessions by what servers report, on equal and on unequal servers.
 *
 * <p>It starts light servers only. Threads: stateless except for what is under way in a stage.
 */
@NullMarked
package io.evenkeel.lab.experiment.broker;

import org.jspecify.annotations.NullMarked;
