// SPDX-License-Identifier: Apache-2.0
/**
 * Addresses as configuration files write them: a host with a port, and a network. Immutable; any thread.
 */
@NullMarked
package io.evenkeel.config.address;

import org.jspecify.annotations.NullMarked;
