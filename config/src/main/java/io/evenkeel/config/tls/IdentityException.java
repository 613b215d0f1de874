// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import org.jspecify.annotations.Nullable;

/** A certificate or key that cannot be used; the message is a sentence without a full stop that names the file. */
public final class IdentityException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Part part;
    private final @Nullable String hint;

    IdentityException(Part part, String message, @Nullable String hint) {
        super(message);
        this.part = part;
        this.hint = hint;
    }

    /** The part of an identity that is wrong. */
    public enum Part {
        CERTIFICATE,
        KEY,
        PASSWORD
    }

    public Part part() {
        return part;
    }

    /** The remedy; null when the message says it all. */
    public @Nullable String hint() {
        return hint;
    }
}
