// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.javalin.http.Context;

/** The values that a browser gave with a request; empty where it gave none. */
public final class Given {

    private Given() {}

    /** Out of the address. */
    public static String query(Context context, String name) {
        String value = context.queryParam(name);
        return value == null ? "" : value;
    }

    /** Out of the form that was sent. */
    public static String field(Context context, String name) {
        String value = context.formParam(name);
        return value == null ? "" : value;
    }
}
