// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import java.io.IOException;

/** The server does not speak HTTP/2 on a connection that was made for it. Has no stack trace. */
public final class NotHttp2Exception extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean end;

    NotHttp2Exception(String message) {
        this(message, false);
    }

    private NotHttp2Exception(String message, boolean end) {
        super(message);
        this.end = end;
    }

    /** The end of a connection on which the server has said nothing. */
    static NotHttp2Exception ended() {
        return new NotHttp2Exception("it closed the connection before it sent its SETTINGS", true);
    }

    /** True when the server has only closed the connection, which says little of what it speaks. */
    public boolean isEnd() {
        return end;
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
