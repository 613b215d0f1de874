// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

import io.evenkeel.admin.account.Account;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Invitation;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.SessionCookie;
import io.evenkeel.admin.console.page.Templates;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pages of sign-in and sign-out, and the one-time page that makes the first account. */
public final class SignInPages {

    private final AccountServices services;
    private final Templates pages;

    public SignInPages(AccountServices services, Templates pages) {
        this.services = services;
        this.pages = pages;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.SIGN_IN, this::show);
        routes.post(Links.SIGN_IN, this::signIn);
        routes.post(Links.CONSOLE + "/sign-out", this::signOut, Role.VIEWER);
        routes.get(Links.SET_UP, this::showSetUp);
        routes.post(Links.SET_UP, this::setUp);
    }

    private void show(Context context) {
        if (Callers.find(context).isPresent()) {
            context.redirect(Links.CONSOLE, HttpStatus.SEE_OTHER);
            return;
        }
        ask(context, 200, "", "", next(context.queryParam("next")));
    }

    private void signIn(Context context) {
        String name = Given.field(context, "name");
        String from = context.req().getRemoteAddr();
        String next = next(context.formParam("next"));
        long nowNs = System.nanoTime();
        if (!services.signIn().admits(name, from, nowNs)) {
            context.header("Retry-After", "30");
            ask(context, 429, "Too many attempts. Wait half a minute, then try again.", name, next);
            return;
        }
        Optional<Account> account = services.signIn().attempt(name, Given.field(context, "password"), from, nowNs);
        if (account.isEmpty()) {
            services.audit().add("somebody", from, "sign-in refused", shortened(name), "");
            ask(context, 401, "Name or password is wrong.", name, next);
            return;
        }
        begin(context, account.get(), "sign-in", next);
    }

    private void signOut(Context context) {
        SessionCookie.read(context).ifPresent(services.sessions()::end);
        Caller caller = Callers.known(context);
        services.audit().add(caller.name(), caller.from(), "sign-out", caller.name(), "");
        SessionCookie.remove(context);
        context.redirect(Links.SIGN_IN, HttpStatus.SEE_OTHER);
    }

    private void showSetUp(Context context) {
        String key = Given.query(context, "key");
        askPassword(context, key, "", "admin", isOpen(key) ? 200 : 403);
    }

    private boolean isOpen(String key) {
        return services.setupLink().opens(key)
                || services.invitations().find(key).isPresent();
    }

    private void setUp(Context context) {
        String key = Given.field(context, "key");
        String name = Given.field(context, "name").strip();
        String password = Given.field(context, "password");
        String error;
        if (!password.equals(Given.field(context, "again"))) {
            error = "The two passwords differ.";
        } else {
            try {
                Optional<Invitation> invitation = services.invitations().find(key);
                if (invitation.isPresent()) {
                    begin(
                            context,
                            services.invitations().use(key, password),
                            invitation.get().renews() ? "password by link" : "account by link",
                            Links.CONSOLE);
                } else {
                    begin(context, services.setupLink().use(key, name, password), "first account", Links.CONSOLE);
                }
                return;
            } catch (AccountException e) {
                error = String.valueOf(e.getMessage());
            }
        }
        askPassword(context, key, error, name, isOpen(key) ? 400 : 403);
    }

    /** The page of a link; without the form when its key is not valid. */
    private void askPassword(Context context, String key, String error, String name, int status) {
        Optional<Invitation> invitation = services.invitations().find(key);
        context.status(status);
        pages.show(
                context,
                "setup",
                invitation.isPresent() ? "Your password" : "First account",
                "",
                Map.of(
                        "key",
                        isOpen(key) ? key : "",
                        "error",
                        error,
                        "name",
                        invitation.map(Invitation::name).orElse(name),
                        "role",
                        invitation.map(found -> found.role().toString()).orElse("")));
    }

    private void begin(Context context, Account account, String what, String next) {
        NewSession.begin(context, services, account);
        services.audit().add(account.name(), context.req().getRemoteAddr(), what, account.name(), "");
        context.redirect(next, HttpStatus.SEE_OTHER);
    }

    private void ask(Context context, int status, String error, String name, String next) {
        context.status(status);
        pages.show(context, "signin", "Sign in", "", Map.of("error", error, "name", name, "next", next));
    }

    /** Allows pages of the console only; a link from elsewhere cannot lead on to another site. */
    private static String next(@Nullable String wanted) {
        return wanted != null && wanted.matches("/console(?:[/?][^\\\\\\s]*)?") ? wanted : Links.CONSOLE;
    }

    private static String shortened(String name) {
        return name.substring(0, Math.min(64, name.length())).replaceAll("[^\\p{Graph}]", " ");
    }
}
