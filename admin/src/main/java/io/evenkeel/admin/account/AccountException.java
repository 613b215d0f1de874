// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

/** Accounts cannot be read or changed as asked; the message says why and what would work. */
public final class AccountException extends Exception {

    private static final long serialVersionUID = 1L;

    public AccountException(String message) {
        super(message);
    }
}
