// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.console.Console;
import io.javalin.http.Context;

/** The page at the root of the admin server: the list of what there is; browsers get the console. */
final class RootPage {

    private static final String PAGES = """
            Evenkeel's admin server. Changes need 'Authorization: Bearer TOKEN'. Browsers get the console.
            /livez /readyz[?verbose]    health
            /metrics                    Prometheus
            /stats;csv                  HAProxy's statistics
            /api/v1/dispatcher          version, listeners
            /api/v1/clusters[/{c}[/nodes/{n}]]
            /api/v1/explain?cluster=    what the policy thinks of each node now
            /api/v1/decisions?cluster=  the last choices
            /api/v1/cache               what the cache did and holds
            /api/v1/cache/explain?url=  what it would do with a request
            /api/v1/select?cluster=&client=&quantum=    a node for a client that goes there by itself
            /api/v1/events?most=        what happened last
            /api/v1/config              the settings in force
            /api/v1/history?cluster=&node=&range=10m|60m|1d|1w|1y    figures of the past
            /api/v1/history/nodes?cluster=&range=    how its nodes shared the tasks
            /api/v1/history/metrics     what is kept
            POST /api/v1/reload         read the configuration file again
            PUT  /api/v1/clusters/{c}/nodes/{n}   {"state": "drain", "weight": 2, "reason": "…"}
            POST /api/v1/clusters/{c}/nodes/{n}/{drain|ready|maint|weight}
            POST /api/v1/agents         for agents that push, with a token or seal of their own
            """;

    private RootPage() {}

    static void answer(Context context) {
        if (!Console.welcomes(context)) {
            context.contentType("text/plain; charset=utf-8").result(PAGES);
        }
    }
}
