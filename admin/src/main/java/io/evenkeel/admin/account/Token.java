// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

/**
 * An API token as it is stored.
 *
 * @param sha256 of the secret, hexadecimal; the secret itself has 256 random bits, so that a fast hash will do
 * @param role the most it may do
 * @param createdMs wall clock, milliseconds since 1970
 * @param expiresMs when it ends; {@link Long#MAX_VALUE} for never
 */
public record Token(String name, Role role, String sha256, long createdMs, long expiresMs) {

    public boolean isExpired(long nowMs) {
        return nowMs >= expiresMs;
    }
}
