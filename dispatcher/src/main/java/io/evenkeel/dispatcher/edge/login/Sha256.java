// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash SHA-256. */
final class Sha256 {

    private Sha256() {}

    /** One for the caller's thread. */
    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
