// SPDX-License-Identifier: Apache-2.0
/**
 * The making of a sample: collectors that each set the figures they know, and the sampler that runs them.
 *
 * <p>All collectors run in the sampler's one thread, one after the other in the order of their list: first those that
 * read (system, Java, server, requests), then those that derive from what is already in the sample. Nothing here opens
 * a socket or knows where a sample goes. Code here must not touch {@code java.util.logging} and must not create the
 * platform's MBean server; code that needs that server asks {@link io.evenkeel.agent.collect.MBeanAccess}.
 */
@NullMarked
package io.evenkeel.agent.collect;

import org.jspecify.annotations.NullMarked;
