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
record OutsideAnswer(boolean late, @Nullable InetAddress address, boolean reached) {

    /** The answer when nobody was asked. */
    static final OutsideAnswer NOTHING = new OutsideAnswer(false, null, false);

    /** The answer when nobody has answered in time. */
    static final OutsideAnswer LATE = new OutsideAnswer(true, null, false);

    static OutsideAnswer at(@Nullable InetAddress address) {
        return new OutsideAnswer(false, address, false);
    }

    static OutsideAnswer reached(boolean reached) {
        return new OutsideAnswer(false, null, reached);
    }
}
