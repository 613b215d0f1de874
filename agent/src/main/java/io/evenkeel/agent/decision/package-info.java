// SPDX-License-Identifier: Apache-2.0
/**
 * The figures that follow from those of a sample: how full things are, how long the queue has been, and the load that
 * the node can take.
 *
 * <p>Collectors that read only the sample and run last, in the sampler's thread. They do not ask the server or
 * the system for anything. A figure that cannot be derived stays absent: there is no share of a total of 0.
 */
@NullMarked
package io.evenkeel.agent.decision;

import org.jspecify.annotations.NullMarked;
