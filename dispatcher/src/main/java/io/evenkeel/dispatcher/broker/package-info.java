// SPDX-License-Identifier: Apache-2.0
/**
 * Clients that asked for a node and then go there by themselves, as with the fifth paper's broker: each holds a place
 * of its node for a quantum. Knows no protocol; the admin server asks through {@code control}.
 *
 * <p>Threads: any. The cluster's gate is never entered with the lock of this package held.
 */
@NullMarked
package io.evenkeel.dispatcher.broker;

import org.jspecify.annotations.NullMarked;
