// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

import io.evenkeel.admin.account.Account;
import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.console.page.SessionCookie;
import io.javalin.http.Context;

/**
 * Begins sessions. Each one gets a new id, and a session that the browser already had ends.
 */
final class NewSession {

    private NewSession() {}

    static void begin(Context context, AccountServices services, Account account) {
        SessionCookie.read(context).ifPresent(services.sessions()::end);
        String from = context.req().getRemoteAddr();
        SessionCookie.write(context, services.sessions().begin(account, from, SessionCookie.browser(context)));
        services.lastUse().signedIn(account, from);
    }
}
