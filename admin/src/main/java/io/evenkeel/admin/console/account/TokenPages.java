// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.account.Token;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.console.page.Confirmation;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The API tokens, for administrators: lists them, makes new ones, whose secret is shown once, and ends old ones. */
public final class TokenPages {

    private static final int MOST_DAYS = 36_500;

    private final Control control;
    private final AccountServices services;
    private final Templates pages;
    private final Confirmation confirmation;

    public TokenPages(Control control, AccountServices services, Templates pages) {
        this.control = control;
        this.services = services;
        this.pages = pages;
        this.confirmation = new Confirmation(services, pages);
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.TOKENS, context -> list(context, 200, ""), Role.ADMIN);
        routes.post(Links.TOKENS + "/create", confirmation.of(this::create), Role.ADMIN);
        routes.post(Links.TOKENS + "/revoke", confirmation.of(this::revoke), Role.ADMIN);
    }

    private void list(Context context, int status, String error) {
        List<TokenRow> tokens;
        try {
            tokens = services.accounts().tokens().stream().map(this::row).toList();
        } catch (AccountException e) {
            throw new ApiRefusal(409, String.valueOf(e.getMessage()), "Correct the file, then reload this page.");
        }
        context.status(status);
        pages.show(
                context,
                "userstokens",
                "Tokens",
                "",
                Map.of(
                        "tokens",
                        tokens,
                        "clusters",
                        clusters(),
                        "error",
                        error,
                        "name",
                        Given.field(context, "name"),
                        "done",
                        Given.query(context, "done")));
    }

    private TokenRow row(Token token) {
        return new TokenRow(
                token.name(),
                token.role().toString(),
                String.join(", ", token.clusters().stream().sorted().toList()),
                token.by(),
                token.createdMs(),
                token.expiresMs() == Long.MAX_VALUE ? 0 : token.expiresMs(),
                token.isExpired(System.currentTimeMillis()),
                services.lastUse().of(token));
    }

    private List<String> clusters() {
        return control.clusters().stream().map(ClusterView::name).toList();
    }

    /** The answer itself shows the secret, because a page that can be opened again would show it again. */
    private void create(Context context) {
        String name = Given.field(context, "name").strip();
        Caller caller = Callers.known(context);
        Set<String> clusters = new LinkedHashSet<>(context.formParams("cluster"));
        try {
            Role role = Role.of(Given.field(context, "role"))
                    .orElseThrow(() -> new AccountException("choose the role viewer, operator or admin"));
            if (!clusters().containsAll(clusters)) {
                throw new AccountException("there is no such cluster; there are " + String.join(", ", clusters()));
            }
            long expiresMs = expiresMs(Given.field(context, "days").strip());
            String secret = services.accounts().createToken(name, role, clusters, expiresMs, caller.name());
            services.audit()
                    .add(
                            caller.name(),
                            caller.from(),
                            "token create",
                            name + " (" + role + ")",
                            clusters.isEmpty() ? "" : "for " + String.join(", ", clusters));
            pages.show(context, "userstoken", "Token " + name, "", Map.of("name", name, "secret", secret));
        } catch (AccountException e) {
            list(context, 400, String.valueOf(e.getMessage()));
        }
    }

    private static long expiresMs(String days) throws AccountException {
        if (!days.matches("[0-9]{1,5}") || Integer.parseInt(days) > MOST_DAYS) {
            throw new AccountException("the days are a number from 0, for ever, to " + MOST_DAYS);
        }
        int count = Integer.parseInt(days);
        return count == 0
                ? Long.MAX_VALUE
                : System.currentTimeMillis() + Duration.ofDays(count).toMillis();
    }

    private void revoke(Context context) {
        String name = Given.field(context, "name");
        Caller caller = Callers.known(context);
        try {
            services.accounts().revokeToken(name);
        } catch (AccountException e) {
            throw new ApiRefusal(409, String.valueOf(e.getMessage()), "See " + Links.TOKENS + " for the tokens.");
        }
        services.audit().add(caller.name(), caller.from(), "token revoke", name, "");
        context.redirect(Links.TOKENS + "?done=revoke", HttpStatus.SEE_OTHER);
    }
}
