// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;

/** The page of the log of changes. */
public final class AuditPages {

    private static final int ROWS = 500;

    private final AuditLog log;
    private final Templates pages;

    public AuditPages(AuditLog log, Templates pages) {
        this.log = log;
        this.pages = pages;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.CONSOLE + "/audit", this::show, Role.VIEWER);
    }

    private void show(Context context) {
        String words = Given.query(context, "words").strip();
        pages.show(
                context,
                "audit",
                "Changes",
                "",
                Map.of(
                        "entries",
                        words.isEmpty()
                                ? log.last(ROWS)
                                : log.last(Integer.MAX_VALUE).stream()
                                        .filter(entry -> entry.has(words))
                                        .limit(ROWS)
                                        .toList(),
                        "words",
                        words));
    }
}
