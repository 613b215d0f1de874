// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Salted password hashes, PBKDF2 with HMAC-SHA256 (RFC 8018).
 *
 * <p>{@value #ROUNDS} rounds cost about 2 ms; a site with real customers would take sixty times as many, and a hash
 * names its own rounds so that the number can be raised.
 */
final class Passwords {

    private static final int ROUNDS = 10_000;
    private static final int BITS = 256;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Passwords() {}

    static String hash(String password) {
        byte[] salt = new byte[16];
        RANDOM.nextBytes(salt);
        Base64.Encoder encoder = Base64.getEncoder();
        return ROUNDS + ":" + encoder.encodeToString(salt) + ":"
                + encoder.encodeToString(derive(password, salt, ROUNDS));
    }

    /** True when a password belongs to a hash; takes the same time in both cases. */
    static boolean matches(String password, String hash) {
        String[] parts = hash.split(":", -1);
        Base64.Decoder decoder = Base64.getDecoder();
        byte[] derived = derive(password, decoder.decode(parts[1]), Integer.parseInt(parts[0]));
        return MessageDigest.isEqual(derived, decoder.decode(parts[2]));
    }

    private static byte[] derive(String password, byte[] salt, int rounds) {
        try {
            PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, rounds, BITS);
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has PBKDF2WithHmacSHA256", e);
        }
    }
}
