// SPDX-License-Identifier: Apache-2.0
/**
 * The contract every policy keeps, as checks without a test framework, and the fakes they run on.
 *
 * <p>{@link io.evenkeel.simulator.contract.PolicyContract#checks} is a map from a rule to its check; a test turns it
 * into one test for each policy and rule, and a new policy is covered without writing one.
 * {@link io.evenkeel.simulator.contract.FakeNodes} and {@link io.evenkeel.simulator.contract.FakeTask} are also for the
 * unit tests of policies, here and in plug-ins. Nothing here knows a policy by name.
 *
 * <p>Threads: none of its own; every check is single-threaded and uses virtual time.
 */
@NullMarked
package io.evenkeel.simulator.contract;

import org.jspecify.annotations.NullMarked;
