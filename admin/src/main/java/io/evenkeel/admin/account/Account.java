// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

/**
 * An account.
 *
 * @param password hash in PHC's form, such as {@code $argon2id$v=19$m=19456,t=2,p=1$…}
 * @param stamp changes with password and role, which ends the sessions that were begun before
 * @param createdMs wall clock, milliseconds since 1970
 */
public record Account(String name, Role role, String password, String stamp, long createdMs) {

    /** The hash stays out of logs. */
    @Override
    public String toString() {
        return name + " (" + role + ")";
    }
}
