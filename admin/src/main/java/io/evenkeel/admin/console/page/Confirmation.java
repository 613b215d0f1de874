// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.ConsoleSessions;
import io.evenkeel.admin.api.Callers;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks for the password again before the most important actions, when it was not given in the last ten minutes
 * ({@link ConsoleSessions#FRESH}): an open session, or its cookie in wrong hands, is then not enough. The sent form is
 * kept on the page and sent again with the password. Callers with tokens have no password and are not asked. Any
 * thread.
 */
public final class Confirmation {

    /** The field with the password; it never gets further than here. */
    static final String PASSWORD = "own-password";

    private final AccountServices services;
    private final Templates pages;

    public Confirmation(AccountServices services, Templates pages) {
        this.services = services;
        this.pages = pages;
    }

    /** Work of a form of the usual length, once its sender has given the password. */
    public Handler of(Handler work) {
        return context -> {
            Map<String, List<String>> fields = new LinkedHashMap<>(context.formParamMap());
            if (holds(context, fields)) {
                work.handle(context);
            }
        };
    }

    /** The same for a form that may be long; its fields are without the password afterwards. */
    public boolean holds(Context context) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        FormBody.of(context).forEach((name, value) -> fields.put(name, List.of(value)));
        FormBody.of(context).remove(PASSWORD);
        return holds(context, fields);
    }

    /** False when the request has been answered by asking. */
    private boolean holds(Context context, Map<String, List<String>> fields) {
        List<String> given = fields.remove(PASSWORD);
        Optional<String> session =
                context.header("Authorization") == null ? SessionCookie.read(context) : Optional.empty();
        if (session.isEmpty() || services.sessions().isFresh(session.get())) {
            return true;
        }
        if (given == null) {
            ask(context, 403, "", fields);
            return false;
        }
        Caller caller = Callers.known(context);
        long nowNs = System.nanoTime();
        if (!services.signIn().admits(caller.name(), caller.from(), nowNs)) {
            context.header("Retry-After", "30");
            ask(context, 429, "Too many attempts. Wait half a minute, then try again.", fields);
            return false;
        }
        if (services.signIn()
                .attempt(caller.name(), given.get(0), caller.from(), nowNs)
                .isEmpty()) {
            services.audit().add(caller.name(), caller.from(), "password refused", context.path(), "");
            ask(context, 403, "The password is wrong.", fields);
            return false;
        }
        services.sessions().prove(session.get());
        return true;
    }

    private void ask(Context context, int status, String error, Map<String, List<String>> fields) {
        context.status(status);
        pages.show(
                context,
                "confirm",
                "Your password, please",
                "",
                Map.of(
                        "address",
                        context.path(),
                        "fields",
                        fields,
                        "minutes",
                        ConsoleSessions.FRESH.toMinutes(),
                        "error",
                        error));
    }
}
