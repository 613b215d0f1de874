// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

/**
 * An API token in the table of all. It holds no secret: nobody can use the API with what is in it.
 *
 * @param clusters their names; empty for all
 * @param expiresMs wall clock, milliseconds since 1970; 0 for never
 * @param usedMs the last use; 0 when none is known
 */
public record TokenRow(
        String name,
        String role,
        String clusters,
        String by,
        long createdMs,
        long expiresMs,
        boolean expired,
        long usedMs) {}
