// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a name server or of a node to what a message needs.
 *
 * @param late true when there was none in time
 * @param address of the host that the message names; null when it has none
 * @param reached true when a connection could be made
 */
record Found(boolean late, @Nullable InetAddress address, boolean reached) {

    /** Nothing was asked. */
    static final Found NOTHING = new Found(false, null, false);

    /** Nobody has answered in time. */
    static final Found LATE = new Found(true, null, false);

    static Found at(@Nullable InetAddress address) {
        return new Found(false, address, false);
    }

    static Found reached(boolean reached) {
        return new Found(false, null, reached);
    }
}
