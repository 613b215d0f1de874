// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

import io.evenkeel.admin.account.Account;
import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.console.page.SessionCookie;
import io.javalin.http.Context;

/**
 * Begins sessions. None is taken over from before: the id is new, and the session that the browser already had ends.
 */
final class NewSession {

    private NewSession() {}

    static void begin(Context context, AccountServices desk, Account user) {
        SessionCookie.read(context).ifPresent(desk.sessions()::end);
        String from = context.req().getRemoteAddr();
        SessionCookie.write(context, desk.sessions().begin(user, from, SessionCookie.browser(context)));
        desk.lastUse().signedIn(user, from);
    }
}
