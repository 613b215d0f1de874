// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

import io.evenkeel.admin.account.Desk;
import io.evenkeel.admin.account.User;
import io.evenkeel.admin.console.page.SessionCookie;
import io.javalin.http.Context;

/**
 * Begins sessions. None is taken over from before: the id is new, and the session that the browser already had ends.
 */
final class NewSession {

    private NewSession() {}

    static void begin(Context context, Desk desk, User user) {
        SessionCookie.read(context).ifPresent(desk.sessions()::end);
        String from = context.req().getRemoteAddr();
        SessionCookie.write(context, desk.sessions().begin(user, from, SessionCookie.browser(context)));
        desk.lastUse().signedIn(user, from);
    }
}
