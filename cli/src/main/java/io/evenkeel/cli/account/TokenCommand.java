// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.account;

import io.evenkeel.admin.account.LastUse;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.account.Token;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel token}: tokens with which programs use the admin API. */
@Command(
        name = "token",
        description = "Tokens of the admin API, each with a role and an expiry.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class TokenCommand implements Runnable {

    private static final int MOST_DAYS = 36_500;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command? There are: create, list, revoke");
    }

    @Command(
            name = "create",
            description = "Make a token and print it; it is shown only once.",
            mixinStandardHelpOptions = true)
    void create(
            @Mixin AccountFiles files,
            @Mixin OutputOption output,
            @Parameters(paramLabel = "NAME", description = "Letters, digits and . _ @ -") String name,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            defaultValue = "viewer",
                            description = "The most it may do: viewer, operator or admin (default: viewer).")
                    String word,
            @Option(
                            names = "--cluster",
                            paramLabel = "CLUSTER",
                            split = ",",
                            description = "For an operator's token: the clusters whose nodes it may change"
                                    + " (default: all). May be given more than once.")
                    @Nullable
                    List<String> clusters,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "90",
                            description = "How long it is valid; 0 for ever (default: 90).")
                    int days) {
        if (days < 0 || days > MOST_DAYS) {
            throw new ParameterException(spec.commandLine(), "--days takes 0 to " + MOST_DAYS);
        }
        Role role = AccountFiles.role(word);
        long expiresMs = days == 0
                ? Long.MAX_VALUE
                : System.currentTimeMillis() + Duration.ofDays(days).toMillis();
        Set<String> limits = clusters == null ? Set.of() : Set.copyOf(clusters);
        String by = System.getProperty("user.name", "?") + ", command line";
        files.change("token create", name + " (" + role + ")", accounts -> {
            String secret = accounts.createToken(name, role, limits, expiresMs, by);
            if (output.format() == OutputFormat.TABLE) {
                spec.commandLine().getOut().println(secret);
                spec.commandLine().getOut().flush();
            } else {
                new Rows("name", "role", "expires", "token")
                        .add(name, role.toString(), time(expiresMs), secret)
                        .print(spec.commandLine().getOut(), output.format());
            }
        });
    }

    @Command(name = "list", description = "List the tokens, without their secrets.", mixinStandardHelpOptions = true)
    void list(@Mixin AccountFiles files, @Mixin OutputOption output) {
        files.read(accounts -> {
            LastUse lastUse = files.lastUse();
            Rows rows = new Rows("name", "role", "clusters", "by", "created", "expires", "used", "valid");
            for (Token token : accounts.tokens()) {
                rows.add(
                        token.name(),
                        token.role().toString(),
                        token.clusters().isEmpty()
                                ? null
                                : String.join(
                                        " ", token.clusters().stream().sorted().toList()),
                        token.by(),
                        time(token.createdMs()),
                        time(token.expiresMs()),
                        time(lastUse.of(token)),
                        !token.isExpired(System.currentTimeMillis()));
            }
            rows.print(spec.commandLine().getOut(), output.format());
        });
    }

    @Command(name = "revoke", description = "Revoke a token at once.", mixinStandardHelpOptions = true)
    void revoke(@Mixin AccountFiles files, @Parameters(paramLabel = "NAME", description = "Which.") String name) {
        files.change("token revoke", name, accounts -> accounts.revokeToken(name));
        spec.commandLine().getErr().println("evenkeel: " + name + " is revoked");
    }

    private static @Nullable String time(long atMs) {
        return atMs == 0 || atMs == Long.MAX_VALUE
                ? null
                : Instant.ofEpochMilli(atMs).toString();
    }
}
