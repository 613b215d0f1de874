// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses as configuration files write them: a host with a port, and a network; and the words for one that cannot be
 * listened on. Immutable; any thread.
 */
@NullMarked
package io.evenkeel.config.address;

import org.jspecify.annotations.NullMarked;
