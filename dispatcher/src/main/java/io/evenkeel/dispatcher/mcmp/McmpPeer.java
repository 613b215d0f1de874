// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The sender of messages, as far as its connection shows it: what it says of itself proves nothing.
 *
 * @param address of its end of the connection; servers behind one NAT share it
 * @param subject of its certificate; null when it showed none
 */
public record McmpPeer(InetAddress address, @Nullable String subject) {

    @Override
    public String toString() {
        return address.getHostAddress() + (subject == null ? "" : " (" + subject + ")");
    }
}
