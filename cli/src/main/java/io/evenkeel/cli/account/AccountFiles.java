// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.account;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.LastUse;
import io.evenkeel.admin.account.Role;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.dispatcher.log.EventLog;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The accounts beside the configuration of {@code -c}. */
final class AccountFiles {

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            required = true,
            description = "The configuration file the dispatcher runs with.")
    private Path config;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept in the log of changes.")
    private @Nullable String reason;

    /** Work that accounts may refuse. */
    interface Work {
        void on(Accounts accounts) throws AccountException;
    }

    /** Reads. */
    void read(Work work) {
        if (!Files.isRegularFile(config)) {
            throw CommandException.missing(config);
        }
        try (EventLog events = new EventLog()) {
            work.on(Accounts.in(AdminFiles.beside(config).users(), events.admin()));
        } catch (AccountException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    /** Changes the accounts, and notes it in the log of changes. */
    void change(String what, String subject, Work work) {
        read(work);
        try (EventLog events = new EventLog()) {
            new AuditLog(AdminFiles.beside(config).audit(), events.admin())
                    .add(System.getProperty("user.name", "?"), "command line", what, subject, reason);
        }
    }

    /**
     * The times at which users and tokens were last there, as far as they are written; a running dispatcher writes them
     * once a minute.
     */
    LastUse lastUse() {
        try (EventLog events = new EventLog()) {
            return LastUse.in(AdminFiles.beside(config).lastUse(), events.admin());
        }
    }

    static Role role(String word) {
        return Role.of(word)
                .orElseThrow(() ->
                        CommandException.failed("there is no role '" + word + "'; there are viewer, operator, admin"));
    }
}
