// SPDX-License-Identifier: Apache-2.0
/**
 * The fourth paper's experiment: sessions on application servers that have to fetch a session when it was elsewhere
 * before.
 *
 * <p>It starts light servers only. Threads: stateless except for what is under way in a stage.
 */
@NullMarked
package io.evenkeel.lab.experiment.redal;

import org.jspecify.annotations.NullMarked;
