// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.nio.file.Path;

/** All that one admin server needs to know who is there, over one set of accounts. */
public record Desk(Accounts accounts, Sessions sessions, SignIn signIn, SetupLink setupLink, AuditLog audit) {

    /** Over files, which need not exist yet. */
    public static Desk over(Path users, Path audit) {
        return over(Accounts.in(users), new AuditLog(audit));
    }

    /** One that forgets everything at the end. */
    public static Desk inMemory() {
        return over(Accounts.inMemory(), new AuditLog(null));
    }

    private static Desk over(Accounts accounts, AuditLog audit) {
        return new Desk(accounts, new Sessions(accounts), new SignIn(accounts), new SetupLink(accounts), audit);
    }
}
