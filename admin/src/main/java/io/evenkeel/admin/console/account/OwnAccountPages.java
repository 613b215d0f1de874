// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

import io.evenkeel.admin.account.Account;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.account.SessionView;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.SessionCookie;
import io.evenkeel.admin.console.page.Templates;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The user's own account: changes its password, and ends its sessions. */
public final class OwnAccountPages {

    private final AccountServices services;
    private final Templates pages;

    public OwnAccountPages(AccountServices services, Templates pages) {
        this.services = services;
        this.pages = pages;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.ACCOUNT, context -> show(context, user(context), 200, ""), Role.VIEWER);
        routes.post(Links.ACCOUNT + "/password", this::changePassword, Role.VIEWER);
        routes.post(Links.ACCOUNT + "/sign-out", this::signOut, Role.VIEWER);
    }

    private Account user(Context context) {
        return services.accounts()
                .find(Callers.known(context).name())
                .orElseThrow(() -> new ApiRefusal(
                        403,
                        Callers.known(context).name() + " has no account",
                        "Sign in with a name and a password; tokens have neither password nor sessions."));
    }

    private void show(Context context, Account account, int status, String error) {
        String own = SessionCookie.read(context).orElse("");
        List<SessionView> sessions = services.sessions().of(account.name());
        context.status(status);
        pages.show(
                context,
                "account",
                "Your account",
                "",
                Map.of(
                        "user",
                        account,
                        "sessions",
                        sessions,
                        "own",
                        sessions.stream()
                                .map(SessionView::handle)
                                .filter(handle -> services.sessions().isOf(own, handle))
                                .findFirst()
                                .orElse(""),
                        "error",
                        error,
                        "done",
                        Given.query(context, "done")));
    }

    /**
     * Asks for the old password, with the same limit of attempts as sign-in: an open session must not become a way to
     * guess it.
     */
    private void changePassword(Context context) {
        Account account = user(context);
        Caller caller = Callers.known(context);
        String old = Given.field(context, "old");
        String password = Given.field(context, "password");
        if (!password.equals(Given.field(context, "again"))) {
            show(context, account, 400, "The two new passwords differ.");
            return;
        }
        long nowNs = System.nanoTime();
        if (!services.signIn().admits(account.name(), caller.from(), nowNs)) {
            context.header("Retry-After", "30");
            show(context, account, 429, "Too many attempts. Wait half a minute, then try again.");
            return;
        }
        Optional<Account> known = services.signIn().attempt(account.name(), old, caller.from(), nowNs);
        if (known.isEmpty()) {
            services.audit().add(account.name(), caller.from(), "password change refused", account.name(), "");
            show(context, account, 403, "The present password is wrong.");
            return;
        }
        try {
            services.accounts().changePassword(account.name(), password);
        } catch (AccountException e) {
            show(context, account, 400, String.valueOf(e.getMessage()));
            return;
        }
        services.audit().add(account.name(), caller.from(), "user passwd", account.name(), "");
        NewSession.begin(context, services, user(context));
        context.redirect(Links.ACCOUNT + "?done=password", HttpStatus.SEE_OTHER);
    }

    /** Ends the session that {@code session} names, or all others when it is absent. */
    private void signOut(Context context) {
        Account account = user(context);
        String handle = Given.field(context, "session");
        String own = SessionCookie.read(context).orElse("");
        if (services.sessions().isOf(own, handle)) {
            throw new ApiRefusal(409, "this is the session you are in", "Use 'Sign out' at the top.");
        }
        int ended = handle.isEmpty()
                ? services.sessions().endOthers(account.name(), own)
                : services.sessions().end(account.name(), handle) ? 1 : 0;
        services.audit()
                .add(
                        account.name(),
                        Callers.known(context).from(),
                        "user sign-out",
                        account.name(),
                        AccountPages.counted(ended));
        context.redirect(Links.ACCOUNT + "?done=sessions", HttpStatus.SEE_OTHER);
    }
}
