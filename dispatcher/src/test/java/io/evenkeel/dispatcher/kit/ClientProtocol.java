// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.IOException;
import java.util.Locale;

/** A protocol in which a client may speak. */
public enum ClientProtocol {
    /** HTTP/1.1. */
    HTTP1,
    /** HTTP/2, by prior knowledge or, under TLS, by ALPN. */
    HTTP2;

    /** The protocol of loads for which a test says nothing: {@code -Dprotocol=http2}, else HTTP/1.1. */
    public static final ClientProtocol OF_THIS_RUN =
            valueOf(System.getProperty("protocol", "http1").toUpperCase(Locale.ROOT));

    /** Connects. */
    public AnyClient open(Door door) throws IOException {
        return this == HTTP1 ? new RawSpeaker(door.connect()) : StreamClient.to(door);
    }
}
