// SPDX-License-Identifier: Apache-2.0
/**
 * Counts requests where they begin and end, in the manner of ARM (the fifth paper, §2.1): start, update, stop.
 *
 * <p>Knows nothing of servlets; any code that serves requests can call it. All class loaders of a JVM write into one
 * array of a JDK type, so that several applications with the agent's jar add up and none is held back from being
 * collected. Every thread may write, without a lock and without garbage; the sampler's thread makes metrics of it.
 */
@NullMarked
package io.evenkeel.agent.request;

import org.jspecify.annotations.NullMarked;
