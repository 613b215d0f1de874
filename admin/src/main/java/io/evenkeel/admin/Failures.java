// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.api.Json;
import io.evenkeel.admin.api.Refusal;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.HttpResponseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What clients read when a request was not carried out: JSON with the reason and the remedy, whatever was thrown. */
final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger("io.evenkeel.admin");

    private Failures() {}

    static void route(RoutesConfig routes) {
        routes.exception(Refusal.class, (refusal, context) -> Json.refuse(context, refusal));
        routes.exception(
                UnknownNameException.class,
                (e, context) -> Json.refuse(
                        context, new Refusal(404, reason(e), "See /api/v1/clusters for the names there are.")));
        routes.exception(
                HttpResponseException.class,
                (e, context) ->
                        Json.refuse(context, new Refusal(e.getStatus(), reason(e), "See / for the pages there are.")));
        routes.exception(Exception.class, (e, context) -> {
            LOG.error("{} {} failed", context.req().getMethod(), context.path(), e);
            Json.refuse(context, new Refusal(500, e.toString(), "This is a defect; the event log has its trace."));
        });
    }

    private static String reason(Exception e) {
        return String.valueOf(e.getMessage());
    }
}
