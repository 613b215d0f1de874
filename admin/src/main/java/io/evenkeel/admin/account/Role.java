// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import io.javalin.security.RouteRole;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The rights of a user or token; each role includes the roles before it. A route of the admin server names the least
 * role that it needs.
 */
public enum Role implements RouteRole {
    /** Reads. */
    VIEWER,
    /** Drains nodes and weighs them. */
    OPERATOR,
    /** Reloads the configuration and everything else. */
    ADMIN;

    public boolean covers(Role needed) {
        return compareTo(needed) >= 0;
    }

    /** The role of a word such as {@code operator}. */
    public static Optional<Role> of(String word) {
        return Arrays.stream(values())
                .filter(role -> role.toString().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** The word that is typed and stored. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
