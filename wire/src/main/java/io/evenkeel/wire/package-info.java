// SPDX-License-Identifier: Apache-2.0
/**
 * The state sample of a node and the forms in which it travels between agent and dispatcher.
 *
 * <p>No dependency, no thread, no socket, no clock: octets in, samples out, and the other way round. Whatever arrives
 * is checked before it is believed; nothing here throws for what a stranger sent, it says no.
 */
@NullMarked
package io.evenkeel.wire;

import org.jspecify.annotations.NullMarked;
