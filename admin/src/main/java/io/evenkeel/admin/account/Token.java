// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.util.Set;

/**
 * An API token as it is stored.
 *
 * @param role the most it may do
 * @param clusters those whose nodes it may change; empty for all. Looking is not limited
 * @param sha256 of the secret, hexadecimal; the secret itself has 256 random bits, so that a fast hash will do
 * @param createdMs wall clock, milliseconds since 1970
 * @param expiresMs its end; {@link Long#MAX_VALUE} for never
 * @param by the maker's name; empty when that is not known
 */
public record Token(
        String name, Role role, Set<String> clusters, String sha256, long createdMs, long expiresMs, String by) {

    public Token {
        clusters = Set.copyOf(clusters);
    }

    public boolean isExpired(long nowMs) {
        return nowMs >= expiresMs;
    }
}
