// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.web;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A customer's proof of having logged in: name and end of validity, signed with the key of the database.
 *
 * <p>Any node that uses the same database accepts it, so a customer stays logged in when the next request goes to
 * another node or when the node that has the session is gone. Form:
 * {@code base64url(name).expirySeconds.base64url(HMAC-SHA256)}.
 */
final class Ticket {

    static final String COOKIE = "trade-ticket";
    static final Duration VALID = Duration.ofHours(8);

    private Ticket() {}

    static String issue(String name, long nowSeconds, byte[] secret) {
        String claim = encode(name.getBytes(StandardCharsets.UTF_8)) + "." + (nowSeconds + VALID.toSeconds());
        return claim + "." + encode(sign(claim, secret));
    }

    /** The name on a ticket, or nothing when it is damaged, forged or too old. */
    static Optional<String> read(String ticket, long nowSeconds, byte[] secret) {
        int dot = ticket.lastIndexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        String claim = ticket.substring(0, dot);
        byte[] expected = encode(sign(claim, secret)).getBytes(StandardCharsets.UTF_8);
        byte[] given = ticket.substring(dot + 1).getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(expected, given)) {
            return Optional.empty();
        }
        int middle = claim.indexOf('.');
        if (Long.parseLong(claim.substring(middle + 1)) < nowSeconds) {
            return Optional.empty();
        }
        return Optional.of(
                new String(Base64.getUrlDecoder().decode(claim.substring(0, middle)), StandardCharsets.UTF_8));
    }

    private static byte[] sign(String claim, byte[] secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac.doFinal(claim.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has HmacSHA256", e);
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
