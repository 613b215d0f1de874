// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The peer, or somebody on the way, breaks the rules of TLS or ends without what they ask for. */
public final class TlsFailure extends IOException {

    private static final long serialVersionUID = 1L;

    TlsFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Has no stack trace: the peer's doing, at any rate it likes. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
