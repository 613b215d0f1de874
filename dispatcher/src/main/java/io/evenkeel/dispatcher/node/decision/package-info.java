// SPDX-License-Identifier: Apache-2.0
/**
 * The moments of recorded choices as policies read them, so that another policy can be asked about them later.
 *
 * <p>Knows columns and tasks, and neither nodes nor clusters. Made inside a cluster's gate; any thread reads.
 */
@NullMarked
package io.evenkeel.dispatcher.node.decision;

import org.jspecify.annotations.NullMarked;
