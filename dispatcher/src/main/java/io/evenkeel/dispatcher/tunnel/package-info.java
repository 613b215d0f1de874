// SPDX-License-Identifier: Apache-2.0
/**
 * The relay of raw bytes between a client and a node, which TCP listeners and upgraded HTTP connections use.
 *
 * <p>Never looks into the bytes. Threads: both connections belong to one event loop.
 */
@NullMarked
package io.evenkeel.dispatcher.tunnel;

import org.jspecify.annotations.NullMarked;
