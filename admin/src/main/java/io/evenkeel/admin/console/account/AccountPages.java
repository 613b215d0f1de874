// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

import io.evenkeel.admin.account.Account;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.console.page.Confirmation;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Locale;
import java.util.Map;

/**
 * The accounts, for administrators: lists them, makes new ones by a link, changes roles, ends sessions, removes
 * accounts. Passwords are never seen here.
 */
public final class AccountPages {

    private final AccountServices services;
    private final Templates pages;
    private final Confirmation confirmation;

    public AccountPages(AccountServices services, Templates pages) {
        this.services = services;
        this.pages = pages;
        this.confirmation = new Confirmation(services, pages);
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.USERS, context -> list(context, 200, "", ""), Role.ADMIN);
        routes.get(Links.USERS + "/user", context -> show(context, 200, user(context), ""), Role.ADMIN);
        routes.post(Links.USERS + "/add", confirmation.of(this::add), Role.ADMIN);
        routes.post(Links.USERS + "/link", confirmation.of(this::renew), Role.ADMIN);
        routes.post(Links.USERS + "/unlink", confirmation.of(this::cancel), Role.ADMIN);
        routes.post(Links.USERS + "/role", confirmation.of(this::changeRole), Role.ADMIN);
        routes.post(Links.USERS + "/sign-out", confirmation.of(this::signOut), Role.ADMIN);
        routes.post(Links.USERS + "/remove", confirmation.of(this::remove), Role.ADMIN);
    }

    /** Something that accounts may refuse. */
    private interface Work {
        void run() throws AccountException;
    }

    private static void attempt(Work work) {
        try {
            work.run();
        } catch (AccountException e) {
            throw new ApiRefusal(409, String.valueOf(e.getMessage()), "See " + Links.USERS + " for the accounts.");
        }
    }

    private void list(Context context, int status, String error, String name) {
        attempt(() -> {
            Map<String, Object> model = Map.of(
                    "users",
                    services.accounts().users().stream().map(this::row).toList(),
                    "invitations",
                    services.invitations().list(),
                    "error",
                    error,
                    "name",
                    name,
                    "done",
                    Given.query(context, "done"));
            context.status(status);
            pages.show(context, "users", "Users", "", model);
        });
    }

    private AccountRow row(Account account) {
        return new AccountRow(
                account.name(),
                account.role().toString(),
                account.createdMs(),
                services.lastUse().of(account),
                services.sessions().of(account.name()).size());
    }

    private Account user(Context context) {
        return find(Given.query(context, "name"));
    }

    private Account find(String name) {
        return services.accounts()
                .find(name)
                .orElseThrow(() -> new ApiRefusal(
                        404, "there is no user '" + name + "'", "See " + Links.USERS + " for those there are."));
    }

    /** @param asked the role that an administrator is about to take instead of the own; empty when nothing is asked */
    private void show(Context context, int status, Account account, String asked) {
        context.status(status);
        pages.show(
                context,
                "usersone",
                account.name(),
                "",
                Map.of(
                        "user",
                        row(account),
                        "sessions",
                        services.sessions().of(account.name()),
                        "asked",
                        asked,
                        "self",
                        isSelf(context, account.name()),
                        "done",
                        Given.query(context, "done")));
    }

    private void add(Context context) {
        String name = Given.field(context, "name").strip();
        Role role = role(context);
        Caller caller = Callers.known(context);
        String key;
        try {
            key = services.invitations().invite(name, role, caller.name());
        } catch (AccountException e) {
            list(context, 400, String.valueOf(e.getMessage()), name);
            return;
        }
        audit(caller, "user link", name + " (" + role + ")", "new account");
        showLink(context, name, key);
    }

    private void renew(Context context) {
        Account account = find(Given.field(context, "name"));
        Caller caller = Callers.known(context);
        attempt(() -> {
            String key = services.invitations().renew(account.name(), caller.name());
            audit(caller, "user link", account.name(), "new password");
            showLink(context, account.name(), key);
        });
    }

    /** The answer itself shows the link, because a page that can be opened again would show it again. */
    private void showLink(Context context, String name, String key) {
        String link = context.scheme() + "://" + context.host() + Links.SET_UP + "?key=" + key;
        pages.show(context, "userslink", "Link for " + name, "", Map.of("name", name, "link", link));
    }

    private void cancel(Context context) {
        String name = Given.field(context, "name");
        if (services.invitations().cancel(name)) {
            audit(Callers.known(context), "user unlink", name, "");
        }
        context.redirect(Links.USERS + "?done=unlink", HttpStatus.SEE_OTHER);
    }

    private void changeRole(Context context) {
        Account account = find(Given.field(context, "name"));
        Role role = role(context);
        boolean self = isSelf(context, account.name());
        if (role == account.role()) {
            context.redirect(Links.user(account.name()), HttpStatus.SEE_OTHER);
            return;
        }
        if (self && !Given.field(context, "sure").equals("yes")) {
            show(context, 409, account, role.toString());
            return;
        }
        attempt(() -> services.accounts().changeRole(account.name(), role));
        audit(Callers.known(context), "user role", account.name() + " (" + role + ")", "");
        context.redirect(self ? Links.SIGN_IN : Links.user(account.name()) + "&done=role", HttpStatus.SEE_OTHER);
    }

    /** Ends the session that {@code session} names, or all sessions of the user when it is absent. */
    private void signOut(Context context) {
        Account account = find(Given.field(context, "name"));
        String handle = Given.field(context, "session");
        int ended = handle.isEmpty()
                ? services.sessions().endOthers(account.name(), "")
                : services.sessions().end(account.name(), handle) ? 1 : 0;
        audit(Callers.known(context), "user sign-out", account.name(), counted(ended));
        context.redirect(Links.user(account.name()) + "&done=sessions", HttpStatus.SEE_OTHER);
    }

    private void remove(Context context) {
        Account account = find(Given.field(context, "name"));
        boolean self = isSelf(context, account.name());
        attempt(() -> services.accounts().remove(account.name()));
        services.invitations().cancel(account.name());
        audit(Callers.known(context), "user remove", account.name(), "");
        context.redirect(self ? Links.SIGN_IN : Links.USERS + "?done=remove", HttpStatus.SEE_OTHER);
    }

    private static boolean isSelf(Context context, String name) {
        return Callers.known(context).name().equals(name);
    }

    private static Role role(Context context) {
        String word = Given.field(context, "role");
        return Role.of(word)
                .orElseThrow(() ->
                        new ApiRefusal(400, "there is no role '" + word + "'", "Choose viewer, operator or admin."));
    }

    static String counted(int sessions) {
        return String.format(Locale.ROOT, sessions == 1 ? "%d session" : "%d sessions", sessions);
    }

    private void audit(Caller caller, String what, String subject, String why) {
        services.audit().add(caller.name(), caller.from(), what, subject, why);
    }
}
