// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import java.io.IOException;

/** The server does not speak HTTP/2 on a connection that was made for it. Has no stack trace. */
public final class NotHttp2Exception extends IOException {

    private static final long serialVersionUID = 1L;

    NotHttp2Exception(String message) {
        super(message);
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
