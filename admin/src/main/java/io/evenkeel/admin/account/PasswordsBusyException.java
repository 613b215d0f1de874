// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

/** Too many passwords wait to be checked; this one was not checked. */
public final class PasswordsBusyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PasswordsBusyException() {
        super("too many passwords wait to be checked", null, false, false);
    }
}
