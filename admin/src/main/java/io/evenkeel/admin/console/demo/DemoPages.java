// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.demo;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Map;

/** The addresses of a demo's controls: their state, and the buttons on the overview. */
public final class DemoPages {

    private final DemoControls demo;
    private final AuditLog audit;
    private final Templates pages;

    public DemoPages(DemoControls demo, AuditLog audit, Templates pages) {
        this.demo = demo;
        this.audit = audit;
        this.pages = pages;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(
                Links.DEMO,
                context -> pages.show(context, "demonow", "Demo", "", Map.of("lines", demo.now())),
                Role.VIEWER);
        routes.post(Links.DEMO, this::begin, Role.ADMIN);
    }

    private void begin(Context context) {
        String server = Given.field(context, "server");
        String kind = Given.field(context, "kind");
        demo.begin(server, kind);
        Caller caller = Callers.known(context);
        audit.add(caller.name(), caller.from(), "demo: " + kind, server, "");
        context.redirect(Links.CONSOLE, HttpStatus.SEE_OTHER);
    }
}
