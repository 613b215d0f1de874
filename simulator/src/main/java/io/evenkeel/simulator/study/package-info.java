// SPDX-License-Identifier: Apache-2.0
/**
 * Many simulations side by side: scenarios, numbers of users, policies and seeds, down to one cell for each of the
 * first three.
 *
 * <p>A {@link io.evenkeel.simulator.study.Study} runs on several threads, and its result does not depend on how many: a
 * run has its seed alone, and cells are put together in order. Every policy of a scenario meets the same seeds, so
 * their arrivals and work are the same, and each is compared with what the oracles did with that seed.
 */
@NullMarked
package io.evenkeel.simulator.study;

import org.jspecify.annotations.NullMarked;
