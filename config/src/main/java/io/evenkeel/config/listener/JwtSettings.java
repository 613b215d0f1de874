// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that clients must show (RFC 7519), signed with a key that is known.
 *
 * @param keys a set of public keys as JSON (RFC 7517); what was PEM in the file is one, too
 * @param algorithms those that are accepted, such as {@code RS256}
 * @param issuer the only {@code iss}; null for any
 * @param audience one of those in {@code aud}; null for any
 * @param skew how far the clock of the issuer may be away
 * @param claims fields that tell nodes claims, the claim by field; clients cannot send them
 */
public record JwtSettings(
        String keys,
        List<String> algorithms,
        @Nullable String issuer,
        @Nullable String audience,
        Duration skew,
        Map<String, String> claims) {

    public JwtSettings {
        algorithms = List.copyOf(algorithms);
        claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
    }
}
