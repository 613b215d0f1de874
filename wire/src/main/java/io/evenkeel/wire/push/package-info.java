// SPDX-License-Identifier: Apache-2.0
/**
 * The protocol in which an agent registers with a dispatcher, sends its samples and says stop (fifth paper, §2.3 and
 * figure 4).
 *
 * <p>Messages and the seal that proves who sent them; it must not send or receive anything itself, read a clock, or
 * throw because of a message from a stranger. Messages are immutable except for the sample in them; {@code SealCheck}
 * may be used by many threads.
 */
@NullMarked
package io.evenkeel.wire.push;

import org.jspecify.annotations.NullMarked;
