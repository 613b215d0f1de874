// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import java.io.IOException;
import java.security.cert.CertificateException;
import org.jspecify.annotations.Nullable;

/** The peer, or somebody on the way, breaks the rules of TLS or ends without what they ask for. */
public final class TlsFailure extends IOException {

    private static final long serialVersionUID = 1L;

    TlsFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    private boolean otherNames;

    /** A server that is trusted and is another one than was asked for. */
    static TlsFailure otherNames(String message) {
        TlsFailure failure = new TlsFailure(message, null);
        failure.otherNames = true;
        return failure;
    }

    /** True when the server is trusted, but its certificate is for other names than was asked for. */
    public boolean isOtherNames() {
        return otherNames;
    }

    /** The reason of a handshake that has failed: the refusal of this side's trust in the server, if there was one. */
    static TlsFailure explained(TlsFailure failure) {
        CertificateException refusal = ChainTrust.refusal();
        return refusal == null ? failure : new TlsFailure(String.valueOf(refusal.getMessage()), refusal);
    }

    /** True when this side does not trust the certificate of the server. */
    public boolean isRefusal() {
        return getCause() instanceof CertificateException;
    }

    /** Has no stack trace: the peer's doing, at any rate it likes. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
