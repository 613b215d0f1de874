// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import io.evenkeel.dispatcher.log.EventLogger;
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

    /**
     * Over files, which need not exist yet.
     *
     * @param log told when one of them cannot be used
     */
    public static AccountServices over(Path users, Path lastUse, Path audit, EventLogger log) {
        return over(Accounts.in(users, log), LastUse.in(lastUse, log), new AuditLog(audit, log), log);
    }

    /** One that forgets everything at the end. */
    public static AccountServices inMemory(EventLogger log) {
        return over(Accounts.inMemory(log), LastUse.inMemory(log), new AuditLog(null, log), log);
    }

    private static AccountServices over(Accounts accounts, LastUse lastUse, AuditLog audit, EventLogger log) {
        return new AccountServices(
                accounts,
                new ConsoleSessions(accounts, log),
                new SignIn(accounts, lastUse),
                new SetupLink(accounts),
                new Invitations(accounts),
                lastUse,
                audit);
    }
}
