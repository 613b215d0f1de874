// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.nio.file.Path;

/** All that one admin server needs to know its users, over one set of accounts. */
public record AccountServices(
        Accounts accounts,
        ConsoleSessions sessions,
        SignIn signIn,
        SetupLink setupLink,
        Invitations invitations,
        LastUse lastUse,
        AuditLog audit) {

    /** Over files, which need not exist yet. */
    public static AccountServices over(Path users, Path lastUse, Path audit) {
        return over(Accounts.in(users), LastUse.in(lastUse), new AuditLog(audit));
    }

    /** One that forgets everything at the end. */
    public static AccountServices inMemory() {
        return over(Accounts.inMemory(), LastUse.inMemory(), new AuditLog(null));
    }

    private static AccountServices over(Accounts accounts, LastUse lastUse, AuditLog audit) {
        return new AccountServices(
                accounts,
                new ConsoleSessions(accounts),
                new SignIn(accounts, lastUse),
                new SetupLink(accounts),
                new Invitations(accounts),
                lastUse,
                audit);
    }
}
