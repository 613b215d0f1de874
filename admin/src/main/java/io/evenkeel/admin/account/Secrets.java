// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Random secrets and their fingerprints. */
final class Secrets {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    static byte[] octets(int count) {
        byte[] octets = new byte[count];
        RANDOM.nextBytes(octets);
        return octets;
    }

    static String hex(int octets) {
        return HexFormat.of().formatHex(octets(octets));
    }

    static String sha256(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
