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

    private final AccountServices desk;
    private final Templates pages;

    public OwnAccountPages(AccountServices desk, Templates pages) {
        this.desk = desk;
        this.pages = pages;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.ACCOUNT, context -> show(context, user(context), 200, ""), Role.VIEWER);
        routes.post(Links.ACCOUNT + "/password", this::changePassword, Role.VIEWER);
        routes.post(Links.ACCOUNT + "/sign-out", this::signOut, Role.VIEWER);
    }

    private Account user(Context context) {
        return desk.accounts()
                .find(Callers.known(context).name())
                .orElseThrow(() -> new ApiRefusal(
                        403,
                        Callers.known(context).name() + " has no account",
                        "Sign in with a name and a password; tokens have neither password nor sessions."));
    }

    private void show(Context context, Account user, int status, String error) {
        String own = SessionCookie.read(context).orElse("");
        List<SessionView> sessions = desk.sessions().of(user.name());
        context.status(status);
        pages.show(
                context,
                "account",
                "Your account",
                "",
                Map.of(
                        "user",
                        user,
                        "sessions",
                        sessions,
                        "own",
                        sessions.stream()
                                .map(SessionView::handle)
                                .filter(handle -> desk.sessions().isOf(own, handle))
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
        Account user = user(context);
        Caller caller = Callers.known(context);
        String old = Given.field(context, "old");
        String password = Given.field(context, "password");
        if (!password.equals(Given.field(context, "again"))) {
            show(context, user, 400, "The two new passwords differ.");
            return;
        }
        long nowNs = System.nanoTime();
        if (!desk.signIn().admits(user.name(), caller.from(), nowNs)) {
            context.header("Retry-After", "30");
            show(context, user, 429, "Too many attempts. Wait half a minute, then try again.");
            return;
        }
        Optional<Account> known = desk.signIn().attempt(user.name(), old, caller.from(), nowNs);
        if (known.isEmpty()) {
            desk.audit().add(user.name(), caller.from(), "password change refused", user.name(), "");
            show(context, user, 403, "The present password is wrong.");
            return;
        }
        try {
            desk.accounts().changePassword(user.name(), password);
        } catch (AccountException e) {
            show(context, user, 400, String.valueOf(e.getMessage()));
            return;
        }
        desk.audit().add(user.name(), caller.from(), "user passwd", user.name(), "");
        NewSession.begin(context, desk, user(context));
        context.redirect(Links.ACCOUNT + "?done=password", HttpStatus.SEE_OTHER);
    }

    /** With {@code session} that session ends, without it all others. */
    private void signOut(Context context) {
        Account user = user(context);
        String handle = Given.field(context, "session");
        String own = SessionCookie.read(context).orElse("");
        if (desk.sessions().isOf(own, handle)) {
            throw new ApiRefusal(409, "this is the session you are in", "Use 'Sign out' at the top.");
        }
        int ended = handle.isEmpty()
                ? desk.sessions().endOthers(user.name(), own)
                : desk.sessions().end(user.name(), handle) ? 1 : 0;
        desk.audit()
                .add(
                        user.name(),
                        Callers.known(context).from(),
                        "user sign-out",
                        user.name(),
                        AccountPages.counted(ended));
        context.redirect(Links.ACCOUNT + "?done=sessions", HttpStatus.SEE_OTHER);
    }
}
