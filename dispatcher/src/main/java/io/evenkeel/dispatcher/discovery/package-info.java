// SPDX-License-Identifier: Apache-2.0
/**
 * Nodes that come and go: what sources say of a cluster's nodes, when they are asked again, which nodes drain because
 * they are found no more, and where the names of the file's nodes lead to.
 *
 * <p>Asks nobody itself: the module {@code discovery} speaks with DNS, files, Kubernetes and Consul, and is loaded when
 * a configuration needs it. Threads: one, {@code evenkeel-discovery}, which exists only then and waits for no answer.
 */
@NullMarked
package io.evenkeel.dispatcher.discovery;

import org.jspecify.annotations.NullMarked;
