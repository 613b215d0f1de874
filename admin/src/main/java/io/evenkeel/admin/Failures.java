// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.account.PasswordsBusyException;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Json;
import io.evenkeel.admin.console.Console;
import io.evenkeel.dispatcher.control.ClusterHangsException;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.log.EventLogger;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.EOFException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeoutException;

/** The answers to requests that were not carried out: the reason and the remedy, for every exception. */
final class Failures {

    private Failures() {}

    static void route(RoutesConfig routes, Console console, EventLogger log) {
        routes.exception(ApiRefusal.class, (refusal, context) -> refuse(console, context, refusal));
        routes.exception(
                UnknownNameException.class,
                (e, context) -> refuse(
                        console,
                        context,
                        new ApiRefusal(404, reason(e), "See /api/v1/clusters for the names there are.")));
        routes.exception(
                ClusterHangsException.class,
                (e, context) -> refuse(
                        console,
                        context,
                        new ApiRefusal(
                                503,
                                reason(e),
                                "Give the cluster another policy in the configuration file and restart; the page Memory and"
                                        + " threads, below Dispatcher, shows what every thread does.")));
        routes.exception(PasswordsBusyException.class, (e, context) -> {
            context.header("Retry-After", "1");
            refuse(console, context, new ApiRefusal(429, reason(e), "Try again in a second."));
        });
        routes.exception(
                HttpResponseException.class,
                (e, context) -> refuse(
                        console,
                        context,
                        e.getStatus() == 404 && isForPeople(context)
                                ? new ApiRefusal(
                                        404,
                                        "There is no page " + context.path() + ".",
                                        "Choose one from the menu, or begin at the overview.")
                                : new ApiRefusal(e.getStatus(), reason(e), "See / for the pages there are.")));
        routes.exception(Exception.class, (e, context) -> {
            if (hasGone(e)) {
                log.debug(() -> context.req().getMethod() + " " + context.path() + ": the client has gone: " + e);
                refuse(console, context, new ApiRefusal(400, "the request has no end", "Send it whole."));
                return;
            }
            log.error(context.req().getMethod() + " " + context.path() + " failed", e);
            refuse(
                    console,
                    context,
                    new ApiRefusal(500, e.toString(), "This is a defect; the event log has its trace."));
        });
    }

    /** Tells whether somebody hung up, was sent away, or said nothing for too long in the middle of a request. */
    private static boolean hasGone(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof EOFException
                    || each instanceof ClosedChannelException
                    || each instanceof TimeoutException) {
                return true;
            }
        }
        return false;
    }

    /** Pages for people who look at pages, JSON for everybody else. */
    private static void refuse(Console console, Context context, ApiRefusal refusal) {
        if (isForPeople(context)) {
            console.refuse(context, refusal);
        } else {
            Json.refuse(context, refusal);
        }
    }

    private static boolean isForPeople(Context context) {
        String accept = context.header("Accept");
        return Console.claims(context.path()) && accept != null && accept.contains("text/html");
    }

    private static String reason(Exception e) {
        return String.valueOf(e.getMessage());
    }
}
