// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves that a request comes from who knows the secret, and was not changed: HMAC-SHA256 in hexadecimal digits.
 *
 * <p>Sealed are these lines, each ended by a line feed, and then the body as it is: {@code EVENKEEL1}, the method, the
 * target as it stands in the request line with its query, the time in milliseconds since 1970, and the nonce. No line
 * can hold a line feed, so no two requests are sealed alike. It proves nothing about other headers and hides nothing:
 * use TLS where others can listen.
 *
 * <p>Immutable, for any number of threads; a seal costs some microseconds.
 */
public final class Seal {

    /** The header with the time, milliseconds since 1970. */
    public static final String TIME_HEADER = "Evenkeel-Time";
    /** The header with the nonce. */
    public static final String NONCE_HEADER = "Evenkeel-Nonce";
    /** The header with the seal. */
    public static final String SEAL_HEADER = "Evenkeel-Seal";

    /** Shortest secret, in octets. */
    public static final int LEAST_SECRET = 16;

    static final int NONCE_OCTETS = 16;

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /**
     * @param secret the shared secret, at least 16 octets; not kept
     * @throws IllegalArgumentException when it is shorter
     */
    public Seal(byte[] secret) {
        if (secret.length < LEAST_SECRET) {
            throw new IllegalArgumentException("the secret has " + secret.length + " bytes; give it at least "
                    + LEAST_SECRET + ", as 'openssl rand -hex 32' makes them");
        }
        key = new SecretKeySpec(secret, ALGORITHM);
    }

    /** The seal of a request, 64 hexadecimal digits. */
    public String sign(String method, String target, long timeMs, String nonce, byte[] body) {
        if (method.indexOf('\n') >= 0 || target.indexOf('\n') >= 0 || nonce.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("a method, target or nonce with a line feed in it cannot be sealed");
        }
        String head = "EVENKEEL1\n" + method + '\n' + target + '\n' + timeMs + '\n' + nonce + '\n';
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            return hex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM + ", which every Java must have", e);
        }
    }

    /** A nonce: 32 hexadecimal digits that were not used before. */
    public static String nonce(SecureRandom random) {
        byte[] octets = new byte[NONCE_OCTETS];
        random.nextBytes(octets);
        return hex(octets);
    }

    private static String hex(byte[] octets) {
        StringBuilder out = new StringBuilder(2 * octets.length);
        for (byte octet : octets) {
            out.append(Character.forDigit((octet >> 4) & 15, 16)).append(Character.forDigit(octet & 15, 16));
        }
        return out.toString();
    }
}
