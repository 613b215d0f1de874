// SPDX-License-Identifier: Apache-2.0
/**
 * What follows from the figures of a sample: how full things are, how long the queue has been, and what the node can take.
 *
 * <p>Collectors that read nothing but the sample and run last, in the sampler's thread. They do not ask the server or the system for anything.
 * What cannot be derived stays absent: of nothing out of nothing no share is known.
 */
@NullMarked
package io.evenkeel.agent.decision;

import org.jspecify.annotations.NullMarked;
