// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.account;

import io.evenkeel.admin.account.Account;
import io.evenkeel.admin.account.LastUse;
import io.evenkeel.admin.account.Role;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel user}: the accounts of the console. */
@Command(
        name = "user",
        description = "Accounts of the console: who may look, drain, administer.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class UserCommand implements Runnable {

    private static final String ROLES = "viewer looks, operator drains and weighs nodes, admin does everything.";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command? There are: add, list, passwd, role, remove");
    }

    @Command(
            name = "add",
            description = "Make an account; asks for its password, or reads it from standard input.",
            mixinStandardHelpOptions = true)
    void add(
            @Mixin AccountFiles files,
            @Parameters(paramLabel = "NAME", description = "Letters, digits and . _ @ -") String name,
            @Option(names = "--role", paramLabel = "ROLE", defaultValue = "viewer", description = ROLES) String word) {
        Role role = AccountFiles.role(word);
        files.change(
                "user add", name + " (" + role + ")", accounts -> accounts.add(name, role, PasswordPrompt.ask(name)));
        say(name + " is " + role);
    }

    @Command(name = "list", description = "List the accounts.", mixinStandardHelpOptions = true)
    void list(@Mixin AccountFiles files, @Mixin OutputOption output) {
        files.read(accounts -> {
            LastUse lastUse = files.lastUse();
            Rows rows = new Rows("name", "role", "created", "signedIn");
            for (Account account : accounts.users()) {
                rows.add(
                        account.name(),
                        account.role().toString(),
                        Instant.ofEpochMilli(account.createdMs()).toString(),
                        lastUse.of(account) == 0
                                ? null
                                : Instant.ofEpochMilli(lastUse.of(account)).toString());
            }
            rows.print(spec.commandLine().getOut(), output.format());
        });
    }

    @Command(
            name = "passwd",
            description = "Set a password, which ends the sessions of that user.",
            mixinStandardHelpOptions = true)
    void passwd(@Mixin AccountFiles files, @Parameters(paramLabel = "NAME", description = "Whose.") String name) {
        files.change("user passwd", name, accounts -> accounts.changePassword(name, PasswordPrompt.ask(name)));
        say("the password of " + name + " is set; sessions of " + name + " have ended");
    }

    @Command(
            name = "role",
            description = "Give a role, which ends the sessions of that user.",
            mixinStandardHelpOptions = true)
    void role(
            @Mixin AccountFiles files,
            @Parameters(index = "0", paramLabel = "NAME", description = "Whose.") String name,
            @Parameters(index = "1", paramLabel = "ROLE", description = ROLES) String word) {
        Role role = AccountFiles.role(word);
        files.change("user role", name + " (" + role + ")", accounts -> accounts.changeRole(name, role));
        say(name + " is " + role);
    }

    @Command(name = "remove", description = "Remove an account and end its sessions.", mixinStandardHelpOptions = true)
    void remove(@Mixin AccountFiles files, @Parameters(paramLabel = "NAME", description = "Whose.") String name) {
        files.change("user remove", name, accounts -> accounts.remove(name));
        say(name + " is removed");
    }

    private void say(String line) {
        spec.commandLine().getErr().println("evenkeel: " + line);
    }
}
