// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.admin.account.Caller;
import io.javalin.http.Context;
import java.util.Optional;

/** The sender of a request, as the guard found out. */
public final class Callers {

    private static final String KEY = "evenkeel.caller";

    private Callers() {}

    public static void remember(Context context, Caller caller) {
        context.attribute(KEY, caller);
    }

    /** Empty when the request carries no proof. */
    public static Optional<Caller> find(Context context) {
        return Optional.ofNullable(context.attribute(KEY));
    }

    /** The caller on a route that the guard opens to known callers only. */
    public static Caller known(Context context) {
        return find(context).orElseThrow(() -> new ApiRefusal(401, "this needs a sign-in or a token", "Sign in."));
    }
}
