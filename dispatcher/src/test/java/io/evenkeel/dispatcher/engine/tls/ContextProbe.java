// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Tells tests of other packages whether a context was freed. */
public final class ContextProbe {

    private ContextProbe() {}

    /** True when the context makes no connections any more. */
    public static boolean isReleased(TlsClientContext context) {
        TlsCodec codec = context.open("node", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
        if (codec != null) {
            codec.release();
        }
        return codec == null;
    }
}
