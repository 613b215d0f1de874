// SPDX-License-Identifier: Apache-2.0
/**
 * The first paper's experiment: twelve policies in five environments on three real servers.
 *
 * <p>{@link Jqostd} has the cells and the paper's results, {@link JqostdStage} has the servers, {@link JqostdClaims}
 * the paper's statements. Threads: as {@code lab.experiment} says.
 */
@NullMarked
package io.evenkeel.lab.experiment.jqostd;

import org.jspecify.annotations.NullMarked;
