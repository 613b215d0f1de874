// SPDX-License-Identifier: Apache-2.0
/**
 * The state of the Java virtual machine: heap, collections, threads, classes, processor time.
 *
 * <p>From the platform's beans themselves, without an MBean server, so it may run before the app server has started. In
 * the sampler's thread only; it changes nothing and never starts a collection.
 */
@NullMarked
package io.evenkeel.agent.jvm;

import org.jspecify.annotations.NullMarked;
